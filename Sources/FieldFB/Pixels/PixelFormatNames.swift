/// A pixel format with its name and its code in DRM.
public struct NamedPixelFormat: Sendable {
    /// The name without its prefix, such as `XRGB8888`.
    public let name: String
    /// The four letters of DRM as a number, the first letter in the lowest byte.
    public let code: UInt32
    /// How its pixels lie in memory.
    public let format: PixelFormat

    init(_ name: String, _ letters: StaticString, _ format: PixelFormat) {
        self.name = name
        self.format = format
        var code: UInt32 = 0
        letters.withUTF8Buffer { bytes in
            for index in 0..<min(4, bytes.count) {
                code |= UInt32(unsafe bytes[index]) << UInt32(index * 8)
            }
        }
        self.code = code
    }
}

extension PixelFormat {
    /// Every format that has a name, the best for a display first.
    public static let named: [NamedPixelFormat] = [
        NamedPixelFormat("XRGB8888", "XR24", .xrgb8888),
        NamedPixelFormat("ARGB8888", "AR24", .argb8888),
        NamedPixelFormat("XBGR8888", "XB24", .xbgr8888),
        NamedPixelFormat("ABGR8888", "AB24", .abgr8888),
        NamedPixelFormat("RGB888", "RG24", .rgb888),
        NamedPixelFormat("BGR888", "BG24", .bgr888),
        NamedPixelFormat("RGB565", "RG16", .rgb565),
        NamedPixelFormat("BGR565", "BG16", .bgr565),
    ]

    /// The format of that name, such as `RGB565`, in capitals; nil for any other text.
    public init?(name: String) {
        for entry in PixelFormat.named where entry.name.utf8.elementsEqual(name.utf8) {
            self = entry.format
            return
        }
        return nil
    }

    /// The name in DRM, or for a layout without one its bits: `32 bit, red 2+10, ...`.
    public var name: String {
        for entry in PixelFormat.named where entry.format == self { return entry.name }
        return "\(bitsPerPixel) bit, red \(red.offset)+\(red.length), "
            + "green \(green.offset)+\(green.length), blue \(blue.offset)+\(blue.length)"
    }

    /// The four letters of a DRM format code, with `?` for what is no printable letter.
    public static func letters(of code: UInt32) -> String {
        var text = ""
        for index in 0..<4 {
            let byte = UInt8(truncatingIfNeeded: code >> UInt32(index * 8))
            text.unicodeScalars.append((0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : "?")
        }
        return text
    }
}
