import FieldFB

/// The report of `probe` for programs. The members are described in
/// docs/probe.md; their names stay.
enum ProbeJSON {
    static func text(_ probe: Probe) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Version.text)
            ProbeSeatJSON.write(probe.seat, &json)
            json.array("cards", probe.displays.cards) { write($0, &$1) }
            json.array("framebuffers", probe.displays.framebuffers) { write($0, &$1) }
            json.key("framebuffer")
            if let first = probe.displays.framebuffer { write(first, &json) } else { json.null() }
            json.optional("consoleRotation", probe.displays.consoleRotation)
            json.words("choices", probe.displays.choices)
            json.key("choice")
            if let choice = probe.displays.choice { json.value(choice) } else { json.null() }
            json.member("refusal", probe.displays.refusal)
            json.words("advice", ProbeAdvice.lines(probe))
        }
        return json.text + "\n"
    }

    private static func write(_ card: CardReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("path", card.path)
            json.member("device", card.deviceID)
            json.member("driver", card.driver)
            json.member("driverVersion", card.driverVersion)
            json.member("atomic", card.isAtomic)
            json.member("monotonicStamps", card.hasMonotonicStamps)
            json.member("preferredDepth", card.preferredDepth)
            json.key("free")
            if let isFree = card.isFree { json.value(isFree) } else { json.null() }
            json.array("crtcs", card.crtcs) { $1.value(Int($0)) }
            json.member("refusal", card.refusal)
            json.array("connectors", card.connectors) { write($0, &$1) }
        }
    }

    private static func write(_ connector: ConnectorReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("name", connector.name)
            json.member("state", connector.state)
            json.member("widthMillimetres", connector.widthMillimetres)
            json.member("heightMillimetres", connector.heightMillimetres)
            json.optional("panelRotation", connector.panelRotation)
            json.member("rotation", connector.rotation)
            json.member("scale", connector.suggestedScale)
            json.member("currentCRTC", Int(connector.currentCRTC))
            json.array("possibleCRTCs", connector.possibleCRTCs) { $1.value(Int($0)) }
            json.member("chosenCRTC", Int(connector.chosenCRTC))
            json.member("chosenFormat", connector.chosenFormat)
            json.member("refusal", connector.refusal)
            json.words("formats", connector.formats)
            json.array("modes", connector.modes) { write($0, &$1) }
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
            json.member("device", framebuffer.deviceID)
            json.member("emulatedBy", framebuffer.emulatedBy)
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

/// What `probe` tells about the machine beside its displays.
enum ProbeSeatJSON {
    static func write(_ seat: SeatReport, _ json: inout JSONWriter) {
        json.key("kernel")
        json.object { json in
            json.member("release", seat.kernelRelease)
            json.member("architecture", seat.architecture)
            json.words("words", seat.kernelWords)
        }
        json.member("user", seat.user)
        json.key("console")
        write(seat.console, &json)
        json.array("devices", seat.devices) { write($0, &$1) }
        json.array("backlights", seat.backlights) { light, json in
            json.object { json in
                json.member("name", light.name)
                json.member("brightness", light.brightness)
                json.member("maximum", light.maximum)
                json.member("power", light.power)
            }
        }
    }

    private static func write(_ console: ConsoleReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("shownTerminal", console.shownTerminal)
            json.member("mode", console.mode)
            json.member("switching", console.switching)
            json.key("blanked")
            if let isBlanked = console.isBlanked { json.value(isBlanked) } else { json.null() }
            json.optional("blankAfter", console.blankAfter)
            json.words("messageConsoles", console.messageConsoles)
            json.member("takenTerminal", console.takenTerminal)
            json.member("takenBy", console.takenBy)
            json.member("takerAlive", console.isTakerAlive)
            json.member("refusal", console.refusal)
        }
    }

    private static func write(_ device: DeviceFileReport, _ json: inout JSONWriter) {
        json.object { json in
            json.member("path", device.path)
            json.member("owner", device.owner)
            json.member("group", device.group)
            json.member("permissions", ProbeText.octal(device.permissions))
            json.member("renderNode", device.isRenderNode)
            json.words("cards", device.cards)
            json.words("holders", device.holders)
            json.member("refusal", device.refusal)
        }
    }
}

extension JSONWriter {
    /// A member that is an array of what `write` makes of each element.
    fileprivate mutating func array<Element>(
        _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { write(element, &json) }
        }
    }

    /// A member that is an array of texts.
    fileprivate mutating func words(_ name: String, _ words: [String]) {
        array(name, words) { $1.value($0) }
    }

    /// A member that is a number or null.
    fileprivate mutating func optional(_ name: String, _ number: Int?) {
        key(name)
        if let number { value(number) } else { null() }
    }
}
