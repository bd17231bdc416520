import FieldFB

/// The report of `probe` for people, in lines of at most 80 columns.
enum ProbeText {
    static func text(_ probe: Probe) -> String {
        var text = machine(probe.seat) + console(probe.seat.console)
        for device in probe.seat.devices { text += self.device(device) }
        for card in probe.displays.cards { text += self.card(card) }
        for framebuffer in probe.displays.framebuffers { text += self.framebuffer(framebuffer) }
        for backlight in probe.seat.backlights { text += self.backlight(backlight) }
        text += "\n"
        if probe.displays.choices.isEmpty {
            text += wrapped("run would find no display: \(probe.displays.refusal)", indent: 2)
        } else {
            for choice in probe.displays.choices { text += wrapped("run would use \(choice)", indent: 2) }
        }
        for advice in ProbeAdvice.lines(probe) { text += wrapped("- \(advice)", indent: 2) }
        return text
    }

    // MARK: The machine

    private static func machine(_ seat: SeatReport) -> String {
        var text = "fieldfb \(Version.text), Linux \(seat.kernelRelease) on \(seat.architecture), user \(seat.user)\n"
        if !seat.kernelWords.isEmpty {
            text += wrapped("kernel command line: \(joined(seat.kernelWords, " "))", indent: 2)
        }
        return text
    }

    private static func console(_ console: ConsoleReport) -> String {
        var parts: [String] = []
        if console.shownTerminal > 0 { parts.append("tty\(console.shownTerminal) is shown") }
        if !console.mode.isEmpty { parts.append("in \(console.mode) mode") }
        if !console.switching.isEmpty { parts.append("switched by the \(console.switching)") }
        if console.isBlanked == true && console.mode.hasSameBytes(as: "text") { parts.append("dark") }
        if let seconds = console.blankAfter, seconds > 0 { parts.append("goes dark after \(seconds) s") }
        if parts.isEmpty { parts.append("none") }
        var text = wrapped("console: \(ByteText.list(parts))", indent: 2)
        if !console.refusal.isEmpty { text += wrapped("  not examined: \(console.refusal)", indent: 4) }
        if !console.messageConsoles.isEmpty {
            text += wrapped("  kernel messages go to \(ByteText.list(console.messageConsoles))", indent: 4)
        }
        if console.takenTerminal > 0 {
            let state = console.isTakerAlive ? "runs" : "is dead"
            text += "  tty\(console.takenTerminal) was taken by process \(console.takenBy), which \(state)\n"
        }
        return text
    }

    private static func device(_ device: DeviceFileReport) -> String {
        var line = "\(device.path): \(device.owner):\(device.group) \(octal(device.permissions)), "
        line += device.refusal.isEmpty ? "may be opened" : "may not be opened: \(device.refusal)"
        if device.isRenderNode { line += "; a render node, no display hangs on it" }
        var text = wrapped(line, indent: 2)
        if !device.holders.isEmpty { text += wrapped("  held open by \(ByteText.list(device.holders))", indent: 4) }
        return text
    }

    private static func backlight(_ light: Backlight.Report) -> String {
        var line = "backlight \(light.name): "
        line += light.brightness < 0 ? "brightness unknown" : "\(light.brightness) of \(light.maximum)"
        if light.power > 0 { line += ", switched off" }
        return wrapped(line, indent: 2)
    }

    // MARK: Displays

    private static func card(_ card: CardReport) -> String {
        var line = "\(card.path): "
        line += card.driver.isEmpty ? "unknown driver" : "\(card.driver) \(card.driverVersion)"
        if !card.deviceID.isEmpty { line += " on \(card.deviceID)" }
        line += card.isAtomic ? ", atomic" : ", legacy"
        if card.preferredDepth > 0 { line += ", prefers \(card.preferredDepth) bits" }
        if card.isFree == false { line += ", another program is its master" }
        var text = wrapped(line, indent: 2) + refusal(card.refusal, indent: 2)
        for connector in card.connectors { text += self.connector(connector) }
        return text
    }

    private static func connector(_ connector: ConnectorReport) -> String {
        var line = "  \(connector.name): \(connector.state)"
        if connector.widthMillimetres > 0 && connector.heightMillimetres > 0 {
            line += ", \(connector.widthMillimetres)x\(connector.heightMillimetres) mm"
        }
        if let degrees = connector.panelRotation { line += ", panel turned \(degrees) degrees" }
        var text = wrapped(line, indent: 4) + refusal(connector.refusal, indent: 4)
        if connector.refusal.isEmpty && !connector.modes.isEmpty {
            text += wrapped(
                "    would show \(connector.chosenFormat), turned \(connector.rotation) degrees clockwise, "
                    + "scale \(DecimalNumber.text(connector.suggestedScale)), CRTC \(Int(connector.chosenCRTC))",
                indent: 6)
        }
        if !connector.formats.isEmpty { text += wrapped("    formats: \(ByteText.list(connector.formats))", indent: 6) }
        for mode in connector.modes { text += "    \(mode.text)\(marks(mode))\n" }
        return text
    }

    private static func framebuffer(_ framebuffer: FramebufferReport) -> String {
        var line = "\(framebuffer.path): "
        line += framebuffer.driver.isEmpty ? "unknown driver" : framebuffer.driver
        if !framebuffer.deviceID.isEmpty { line += " on \(framebuffer.deviceID)" }
        if !framebuffer.emulatedBy.isEmpty { line += ", the kernel's emulation on \(framebuffer.emulatedBy)" }
        var text = wrapped(line, indent: 2)
        if let record = framebuffer.record {
            line = "  \(record.width)x\(record.height), \(record.bitsPerPixel) bits per pixel, "
                + "\(record.lineLength) bytes a row"
            if !framebuffer.format.isEmpty { line += ", written as \(framebuffer.format)" }
            text += wrapped(line, indent: 4)
        }
        return text + refusal(framebuffer.refusal, indent: 2)
    }

    private static func refusal(_ reason: String, indent: Int) -> String {
        reason.isEmpty ? "" : wrapped("\("".padded(to: indent))not used: \(reason)", indent: indent + 2)
    }

    private static func marks(_ mode: ModeReport) -> String {
        var marks: [String] = []
        if mode.isPreferred { marks.append("preferred") }
        if mode.isCurrent { marks.append("current") }
        if mode.isInterlaced { marks.append("interlaced") }
        if mode.isDoubleScan { marks.append("doublescan") }
        if mode.isChosen { marks.append("chosen") }
        return marks.isEmpty ? "" : "  (\(ByteText.list(marks)))"
    }

    // MARK: Lines

    /// The widest line, in columns.
    static let width = 80

    /// A line broken at spaces; what follows the first is indented. A word
    /// longer than a line stays whole: it is a path someone may want to copy.
    static func wrapped(_ line: String, indent: Int) -> String {
        var text: [UInt8] = []
        var column = 0
        var isFirst = true
        for word in line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
            if !isFirst {
                if column + 1 + word.count > width {
                    text.append(UInt8(ascii: "\n"))
                    text += [UInt8](repeating: UInt8(ascii: " "), count: indent)
                    column = indent
                } else {
                    text.append(UInt8(ascii: " "))
                    column += 1
                }
            }
            // Names of devices and words of the kernel come from outside.
            for byte in word { text.append(byte.isControl ? UInt8(ascii: "?") : byte) }
            column += word.count
            isFirst = false
        }
        return String(bytes: text) + "\n"
    }

    private static func joined(_ words: [String], _ separator: String) -> String {
        var text = ""
        for word in words { text += text.isEmpty ? word : separator + word }
        return text
    }

    /// Permission bits as people write them: 0660.
    static func octal(_ bits: Int) -> String {
        var digits: [UInt8] = []
        for shift in [9, 6, 3, 0] { digits.append(UInt8(ascii: "0") + UInt8(bits >> shift & 7)) }
        return String(bytes: digits)
    }
}
