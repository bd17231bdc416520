/* Lines of words, some of them key=value. */
#include "kernel.h"
#include <stdlib.h>
#include <string.h>

unsigned words_split(char *line, char *words[64]) {
    unsigned count = 0;
    for (char *place, *word = strtok_r(line, " \t\r\n", &place); word != NULL && count < 63;
         word = strtok_r(NULL, " \t\r\n", &place)) {
        if (word[0] == '#') break;
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

const char *word_value(char **words, const char *key) {
    size_t length = strlen(key);
    for (; *words != NULL; words++)
        if (strncmp(*words, key, length) == 0 && (*words)[length] == '=') return *words + length + 1;
    return NULL;
}

long word_number(char **words, const char *key, long otherwise) {
    const char *value = word_value(words, key);
    return value != NULL ? strtol(value, NULL, 0) : otherwise;
}

bool word_is(char **words, const char *key, bool otherwise) {
    const char *value = word_value(words, key);
    return value != NULL ? strcmp(value, "yes") == 0 : otherwise;
}
