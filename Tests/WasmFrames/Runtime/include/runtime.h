/* Nothing to import: what the linker needs is in runtime.c. */
