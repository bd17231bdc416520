import FieldFB

/// What to do next, in plain words, from what `probe` found.
enum ProbeAdvice {
    static func lines(_ probe: Probe) -> [String] {
        var lines: [String] = []
        lines += driver(probe)
        lines += rights(probe)
        lines += otherPrograms(probe)
        lines += displays(probe)
        lines += surroundings(probe.seat)
        if lines.isEmpty && !probe.displays.choices.isEmpty { lines.append("nothing stands in the way of `fieldfb run`") }
        return lines
    }

    /// No device at all, or none that is made for displays.
    private static func driver(_ probe: Probe) -> [String] {
        guard probe.displays.cards.isEmpty && probe.displays.framebuffers.isEmpty else { return [] }
        var lines: [String] = []
        if probe.seat.kernelWords.contains(where: { $0.hasSameBytes(as: "nomodeset") }) {
            lines.append("take `nomodeset` off the kernel command line: it keeps display drivers from working")
        }
        if probe.seat.devices.contains(where: { $0.isRenderNode }) {
            lines.append("a render node computes pictures and has no display; displays have a driver of their own: "
                + "load that one")
        }
        lines.append("load the display driver: `dmesg | grep -i drm` tells what the kernel found; `fieldfb run` "
            + "waits meanwhile, and lights a display as soon as there is one")
        return lines
    }

    private static func rights(_ probe: Probe) -> [String] {
        var lines: [String] = []
        for device in probe.seat.devices where !device.refusal.isEmpty && !device.isRenderNode {
            // Both bits of the group: else membership would not help.
            let helps = device.permissions & 0o060 == 0o060 && !device.group.hasSameBytes(as: "root")
            lines.append(helps
                ? "\(device.path): run as root, or make the user a member of the group \(device.group)"
                : "\(device.path): run as root; its permissions shut everybody else out")
        }
        return lines
    }

    private static func otherPrograms(_ probe: Probe) -> [String] {
        var lines: [String] = []
        for card in probe.displays.cards where card.isFree == false {
            var holders: [String] = []
            for device in probe.seat.devices where device.path.hasSameBytes(as: card.path) { holders = device.holders }
            if holders.contains(where: { $0.begins(with: "fieldfb (") }) {
                lines.append("\(card.path): a fieldfb daemon drives it already; `fieldfb ctl status` tells what it shows")
                continue
            }
            let who = holders.isEmpty
                ? "as root, `probe` tells which" : "one of \(ByteText.list(holders))"
            lines.append("\(card.path): another program drives it (\(who)); stop that one, or let `fieldfb run` wait for its end")
        }
        return lines
    }

    private static func displays(_ probe: Probe) -> [String] {
        var lines: [String] = []
        var names: [String] = []
        for card in probe.displays.cards {
            for connector in card.connectors {
                names.append(connector.name)
                if connector.state.hasSameBytes(as: "connected") && connector.modes.isEmpty {
                    lines.append("\(connector.name): is connected and offers no mode; "
                        + "`video=\(connector.name):1280x720` on the kernel command line gives it one")
                }
            }
        }
        if probe.displays.choices.isEmpty, lines.isEmpty, let name = names.first,
            !probe.displays.cards.contains(where: { $0.isFree == false })
        {
            lines.append("plug a display in; where one is and is not seen, `video=\(name):e` on the kernel "
                + "command line switches the connector on all the same")
        }
        return lines
    }

    private static func surroundings(_ seat: SeatReport) -> [String] {
        var lines: [String] = []
        if seat.console.takenTerminal > 0 && !seat.console.isTakerAlive {
            lines.append("`fieldfb restore-console` gives tty\(seat.console.takenTerminal) back, "
                + "which a daemon that was killed left dark")
        }
        for light in seat.backlights where light.isDark {
            lines.append("the backlight \(light.name) is dark: the setting `Backlight=on` lights it with the first picture")
        }
        return lines
    }
}
