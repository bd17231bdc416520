import FieldFB

extension Command {
    /// `fieldfb probe`: what there is to show a picture on.
    static let probe = Command(
        "probe",
        summary: "List every display device, what `run` would choose, and why others were refused.",
        options: [CommandOption("json", letter: UInt8(ascii: "j"), "Write one line of JSON.")],
        notes: { "Nothing on any screen changes.\nExit codes: 0 `run` would find a display, 1 it would not, 64 wrong usage.\n" },
        run: { arguments throws(UsageError) in
            let report = OutputProbe.report()
            let text = arguments.has("json") ? ProbeJSON.text(report) : ProbeText.text(report)
            return StandardOutput.finish(text, code: report.choice == nil ? .refused : .success)
        })
}

/// The report of `probe` for people.
enum ProbeText {
    static func text(_ report: ProbeReport) -> String {
        var text = ""
        for card in report.cards { text += self.text(card) }
        if let framebuffer = report.framebuffer { text += self.text(framebuffer) }
        if let choice = report.choice { return text + "run would use \(choice)\n" }
        return text + "run would find no display: \(report.refusal)\n"
    }

    private static func text(_ card: CardReport) -> String {
        var text = "\(card.path): "
        text += card.driver.isEmpty ? "unknown driver" : "\(card.driver) \(card.driverVersion)"
        text += card.isAtomic ? ", atomic" : ", legacy"
        if card.preferredDepth > 0 { text += ", prefers \(card.preferredDepth) bits" }
        text += "\n" + refusal(card.refusal, indent: "  ")
        for connector in card.connectors {
            text += "  \(connector.name): \(connector.state)"
            if connector.widthMillimetres > 0 && connector.heightMillimetres > 0 {
                text += ", \(connector.widthMillimetres)x\(connector.heightMillimetres) mm"
            }
            text += "\n" + refusal(connector.refusal, indent: "    ")
            if !connector.formats.isEmpty { text += "    formats: \(ByteText.list(connector.formats))\n" }
            for mode in connector.modes { text += "    \(mode.text)\(marks(mode))\n" }
        }
        return text
    }

    private static func text(_ framebuffer: FramebufferReport) -> String {
        let driver = framebuffer.driver.isEmpty ? "unknown driver" : framebuffer.driver
        var text = "\(framebuffer.path): \(driver)\n"
        if let record = framebuffer.record {
            text += "  \(record.width)x\(record.height), \(record.bitsPerPixel) bits per pixel"
            text += framebuffer.format.isEmpty ? "\n" : ", written as \(framebuffer.format)\n"
        }
        return text + refusal(framebuffer.refusal, indent: "  ")
    }

    private static func refusal(_ reason: String, indent: String) -> String {
        reason.isEmpty ? "" : "\(indent)not used: \(reason)\n"
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
}
