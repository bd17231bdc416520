/// The version of the program, as `--version` and the socket report it.
enum Version {
    static let text = "0.1.0"
}
