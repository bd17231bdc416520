/// The processor of a machine.
public enum Architecture: String, Sendable {
    case amd64, arm64

    /// What emulates it, and which model of it.
    var emulator: [String] {
        switch self {
        case .amd64: ["qemu-system-x86_64"]
        case .arm64: ["qemu-system-aarch64", "-cpu", "cortex-a57"]
        }
    }
}

extension Display {
    /// The same display on a machine of 64-bit ARM, with the static program.
    public func onARM64() -> Display {
        changed {
            $0.architecture = .arm64
            $0.machine = "virt"
            $0.consoles = ["ttyAMA0"]
            $0.name += " on arm64"
        }
    }
}
