import Foundation

/// A machine that boots the example of examples/initramfs, with the modules of
/// its hardware, and then a root file system with a shell.
extension Lab {
    public static func bootingExample(
        _ display: Display, _ test: (Machine, Recording) async throws -> Void
    ) async throws {
        try await seated {
            let folder = try TemporaryFolder()
            let world = try World.found()
            try await makeExample(in: folder.url, with: world, program: try Program.found())
            let words = ["quiet", "panic=-1", "vt.global_cursor_default=0", "console=ttyS0", "console=tty0"]
                + ["root=/dev/vda", "rootfstype=erofs"] + display.kernelArguments
            let arguments = display.architecture.emulator + [
                "-machine", display.machine, "-accel", "tcg", "-nodefaults", "-no-reboot", "-m", "256",
                "-display", "none", "-kernel", world.kernel.path,
                "-initrd", folder.url.appendingPathComponent("initrd").path,
                "-append", words.joined(separator: " "),
                "-drive", "file=\(folder.url.path)/disk,format=raw,if=virtio,readonly=on",
            ] + display.hardware
            let machine = try await Machine(display, arguments: arguments)
            try await test(machine, machine.startRecording(every: .milliseconds(10)))
            machine.end()
        }
    }

    /// Makes `initrd` and `disk` in a folder. The root file system is that of the
    /// other machines, with an init that only gives its shell a port.
    private static func makeExample(in folder: URL, with world: World, program: Program) async throws {
        let making = try await runOnHost([
            "bash", "-ec",
            """
            export PATH=$PATH:/usr/sbin:/sbin
            folder=$1 world=$2 package=$3 program=$4
            mkdir "$folder/stage" "$folder/modules" "$folder/root"
            (cd "$folder/stage" && zcat "$world/stage.cpio.gz" | cpio --quiet -id)
            release=$(ls "$folder/stage/lib/modules")
            for module in crc32c_generic virtio_pci virtio-gpu virtio_blk erofs virtio_console; do
                modprobe -d "$folder/stage" -S "$release" --show-depends "$module"
            done | sed -n 's/^insmod \\([^ ]*\\).*/\\1/p' | awk '!seen[$0]++' | while read -r file; do
                cp "$file" "$folder/modules/"
                basename "$file"
            done >"$folder/order"
            mv "$folder/order" "$folder/modules/"
            "$package/examples/initramfs/build" amd64 "$folder/modules" "$folder/initrd"

            (cd "$folder/root" && zcat "$world/base.cpio.gz" | cpio --quiet -id)
            for tool in $(busybox --list); do
                [ -e "$folder/root/bin/$tool" ] || ln -s busybox "$folder/root/bin/$tool"
            done
            mkdir -p "$folder/root/sbin" "$folder/root/etc/fieldfb" "$folder/root/usr/bin"
            cp "$package/out/linux-amd64/fieldfb" "$folder/root/usr/bin/"
            cat >"$folder/root/sbin/init" <<'END'
            #!/bin/sh
            export PATH=/bin:/usr/bin HOME=/root
            until set -- /dev/vport*p1 && [ -c "$1" ]; do usleep 10000; done
            exec 3<>"$1"
            while :; do sh <&3 >&3 2>&1 3<&-; usleep 20000; done
            END
            chmod 755 "$folder/root/sbin/init"
            mkfs.erofs --quiet "$folder/disk" "$folder/root"
            """, "bash", folder.path, world.folder.path, World.package.path, program.path,
        ])
        guard making.status == 0 else { throw LabError("the example cannot be made: \(making.output)") }
    }
}
