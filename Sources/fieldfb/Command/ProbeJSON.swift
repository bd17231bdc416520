import FieldFB

/// The report of `probe` for programs.
enum ProbeJSON {
    static func text(_ report: ProbeReport) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Version.text)
            json.key("cards")
            json.array { json in
                for card in report.cards { write(card, &json) }
            }
            json.key("framebuffer")
            if let framebuffer = report.framebuffer { write(framebuffer, &json) } else { json.null() }
            json.key("choice")
            if let choice = report.choice { json.value(choice) } else { json.null() }
            json.member("refusal", report.refusal)
        }
        return json.text + "\n"
    }

    private static func write(_ card: CardReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("path", card.path)
            json.member("driver", card.driver)
            json.member("driverVersion", card.driverVersion)
            json.member("atomic", card.isAtomic)
            json.member("preferredDepth", card.preferredDepth)
            json.member("refusal", card.refusal)
            json.key("connectors")
            json.array { json in
                for connector in card.connectors { write(connector, &json) }
            }
        }
    }

    private static func write(_ connector: ConnectorReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("name", connector.name)
            json.member("state", connector.state)
            json.member("widthMillimetres", connector.widthMillimetres)
            json.member("heightMillimetres", connector.heightMillimetres)
            json.member("refusal", connector.refusal)
            json.key("formats")
            json.array { json in
                for format in connector.formats { json.value(format) }
            }
            json.key("modes")
            json.array { json in
                for mode in connector.modes { write(mode, &json) }
            }
        }
    }

    private static func write(_ mode: ModeReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("text", mode.text)
            json.member("width", mode.width)
            json.member("height", mode.height)
            json.member("refresh", Double(mode.refreshMillihertz) / 1000)
            json.member("preferred", mode.isPreferred)
            json.member("interlaced", mode.isInterlaced)
            json.member("doubleScan", mode.isDoubleScan)
            json.member("current", mode.isCurrent)
            json.member("chosen", mode.isChosen)
        }
    }

    private static func write(_ framebuffer: FramebufferReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("path", framebuffer.path)
            json.member("driver", framebuffer.driver)
            if let record = framebuffer.record {
                json.member("width", record.width)
                json.member("height", record.height)
                json.member("bitsPerPixel", record.bitsPerPixel)
                json.member("lineLength", record.lineLength)
            }
            json.member("format", framebuffer.format)
            json.member("refusal", framebuffer.refusal)
        }
    }
}
