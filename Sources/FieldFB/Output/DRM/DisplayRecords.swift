/// Whether something is plugged in. Some connectors cannot know.
enum ConnectorState: Sendable {
    case connected, disconnected, unknown
}

/// The size of a connector's glass. Zero, negative and absurd values occur.
struct ConnectorSize: Sendable {
    let widthMillimetres: Int
    let heightMillimetres: Int
}

/// A connector as the kernel describes it.
struct ConnectorRecord: Sendable {
    let id: UInt32
    /// The kernel's number for the kind of plug.
    let type: UInt32
    /// Such as `HDMI-A-1`.
    let name: String
    let state: ConnectorState
    let size: ConnectorSize
    let modes: [DisplayMode]
    let encoders: [UInt32]
    /// The encoder that feeds it, or 0.
    let currentEncoder: UInt32
}

/// What a CRTC shows.
struct CRTCRecord: Sendable {
    let id: UInt32
    let framebuffer: UInt32
    let x: UInt32
    let y: UInt32
    /// The mode, or nil when it is off.
    let mode: DisplayMode?
    /// How many values each colour has in its table of corrections; 0 for no table.
    let gammaSize: Int
}

/// A plane: a layer of a CRTC.
struct PlaneRecord: Sendable {
    let id: UInt32
    /// The CRTC it is on, or 0.
    let crtc: UInt32
    let framebuffer: UInt32
    /// A bit for each CRTC it can be on, by place in the device's list.
    let possibleCRTCs: UInt32
    /// Codes of pixel formats.
    let formats: [UInt32]
}

/// A property of an object.
struct DisplayProperty: Sendable {
    let id: UInt32
    let name: String
    let value: UInt64
}

extension [DisplayProperty] {
    func named(_ name: StaticString) -> DisplayProperty? {
        for property in self where property.name.utf8.elementsEqual("\(name)".utf8) { return property }
        return nil
    }
}
