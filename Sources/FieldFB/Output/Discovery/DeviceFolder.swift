/// Where the kernel keeps a device in /sys. Two device files with the same
/// folder are two faces of one device.
struct DeviceFolder: Equatable, Sendable {
    /// Such as `/sys/devices/pci0000:00/0000:00:02.0`; empty when nobody tells.
    let path: String

    /// What the kernel calls the device, such as `0000:00:02.0` or
    /// `fe902000.hdmi`; empty when nobody tells.
    var name: String {
        var start = path.utf8.startIndex
        for place in path.utf8.indices where path.utf8[place] == UInt8(ascii: "/") {
            start = path.utf8.index(after: place)
        }
        return String(decoding: path.utf8[start...], as: UTF8.self)
    }

    /// The device of a card, such as `/dev/dri/card0`.
    static func ofCard(_ path: String) -> DeviceFolder {
        let file = DeviceFolder(path: path).name
        return DeviceFolder(path: systemResolvedPath("/sys/class/drm/\(file)/device") ?? "")
    }

    /// The device of a framebuffer device, such as `/dev/fb0`.
    static func ofFramebuffer(_ path: String) -> DeviceFolder {
        let file = DeviceFolder(path: path).name
        return DeviceFolder(path: systemResolvedPath("/sys/class/graphics/\(file)/device") ?? "")
    }
}

/// A framebuffer device there is.
struct FramebufferNode: Equatable, Sendable {
    /// The device file.
    let path: String
    let folder: DeviceFolder

    /// `fb0` for the first: what a connector is called elsewhere.
    var name: String { DeviceFolder(path: path).name }

    /// All of them, by number; nil when they cannot be listed now, as by a
    /// daemon that was started in an initramfs and sees no /sys any more.
    static func all() -> [FramebufferNode]? {
        DeviceNumbers.all(in: "/sys/class/graphics", named: "fb", withoutFolder: nil)?.map {
            FramebufferNode(path: "/dev/fb\($0)", folder: DeviceFolder.ofFramebuffer("/dev/fb\($0)"))
        }
    }
}

/// The numbers of devices of a kind.
enum DeviceNumbers {
    /// The numbers behind a word in the names of a folder, in order; nil when it
    /// is there and cannot be listed now: that says nothing about the devices.
    static func all(
        in folder: String, named word: StaticString, withoutFolder missing: [UInt32]? = []
    ) -> [UInt32]? {
        var numbers: [UInt32] = []
        let word = "\(word)".utf8
        let names: [String]
        do throws(SystemFailure) {
            names = try systemFolderNames(folder)
        } catch {
            return error.meansNothingThere ? missing : nil
        }
        for name in names where name.utf8.starts(with: word) {
            if let number = UInt32(Substring(name.utf8.dropFirst(word.count))) { numbers.append(number) }
        }
        numbers.sort()
        return numbers
    }
}
