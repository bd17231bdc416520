import FieldCore
import Foundation

@testable import fieldfb

extension Flavour {
    /// The words that have wasmkit call `frame_hash` for a frame: numbers with
    /// their types, in the order of its parameters.
    func moduleWords(_ frame: GoldenFrame) throws -> [String] {
        let settings = try Settings(file: nil, assignments: ["Style=\(frame.style)"] + frame.settings)
        let field = settings.field
        let seconds = frame.time == "still" ? -1 : Double(frame.time) ?? .nan
        let doubles = { (values: [Double]) in values.map { "f64:\($0)" } }
        return [
            "frame_hash", "i32:\(frame.width)", "i32:\(frame.height)",
        ] + doubles([settings.scale.general.factor, seconds]) + [
            "i32:\(field.style == .lines ? 1 : 0)", "i32:\(field.lineNormal == .ellipse ? 1 : 0)",
        ] + doubles([field.pitch]) + [word(field.ink), word(field.background)]
            + doubles([
                field.reach, field.softness, field.minRadiusRatio, field.maxRadiusRatio, field.minInk,
                field.maxInk, field.driftSpeed, field.foldSpeed, field.lineLengthScale,
                field.lineWeightScale,
            ])
    }

    /// 0xRRGGBBAA; wasmkit reads numbers with a sign.
    private func word(_ colour: Colour) -> String {
        let bits = UInt32(colour.red) << 24 | UInt32(colour.green) << 16 | UInt32(colour.blue) << 8
            | UInt32(colour.alpha)
        return "i32:\(Int32(bitPattern: bits))"
    }

    /// The number that wasmkit printed for the result.
    func moduleHash(_ output: Data) -> String? {
        let text = String(decoding: output, as: UTF8.self)
        guard let digits = text.components(separatedBy: "i64(").last?.prefix(while: \.isNumber),
            let number = UInt64(digits)
        else { return nil }
        return String(number, radix: 16)
    }
}
