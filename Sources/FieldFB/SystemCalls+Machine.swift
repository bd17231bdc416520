import CDRM

// The calls that tell about the machine and its device files.

/// Whether the program may open a file for reading and writing. Nothing is opened.
func systemMayReadAndWrite(_ path: String) throws(SystemFailure) {
    try systemCall("access") { Int(unsafe cdrm_may_read_and_write(path)) }
}

/// Whether an open descriptor is of the device with this file.
func systemIsDevice(_ descriptor: CInt, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &opened) == 0, unsafe cdrm_stat(path, &named) == 0 else { return false }
    return opened.st_rdev == named.st_rdev && opened.st_rdev != 0
}

/// The number of the user whose rights the program has.
func systemUserNumber() -> UInt32 { geteuid() }

/// The release of the kernel, such as `6.1.0-57-amd64`, and the machine's
/// architecture; empty when it does not tell.
func systemKernel() -> (release: String, architecture: String) {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return ("", "") }
    return (systemText(names.release), systemText(names.machine))
}
