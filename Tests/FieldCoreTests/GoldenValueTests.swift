import Testing

@testable import FieldCore

/// Values computed independently in double precision from the formulas of
/// ProcessingField. Single precision leaves about 1e-6 in level and ink, hence
/// the tolerances: 1e-5 in level and ink, 1e-4 points in radius.
struct GoldenValueTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        let time: Double?
        let column: Int
        let row: Int
        let level: Double
        let radius: Double
        let ink: Double

        var testDescription: String {
            "\(time.map { "t=\($0)" } ?? "still") column \(column) row \(row)"
        }
    }

    static let golden = [
        Golden(time: nil, column: 0, row: 0, level: 0, radius: 1.183928571, ink: 0.3),
        Golden(time: nil, column: 13, row: 7, level: 0.82, radius: 2.383178571, ink: 0.751),
        Golden(time: nil, column: 7, row: 7, level: 0.818588507, radius: 2.381114263, ink: 0.750223679),
        Golden(time: nil, column: 13, row: 2, level: 0.630346873, radius: 2.105810873, ink: 0.646690780),
        Golden(time: nil, column: 3, row: 8, level: 0.614809677, radius: 2.083087724, ink: 0.638145322),
        Golden(time: nil, column: 24, row: 12, level: 0.350554698, radius: 1.696614817, ink: 0.492805084),
        Golden(time: 0, column: 7, row: 7, level: 0.784397909, radius: 2.331110514, ink: 0.731418850),
        Golden(time: 1.5, column: 10, row: 7, level: 0.849927995, radius: 2.426948264, ink: 0.767460397),
        Golden(time: 1.5, column: 20, row: 12, level: 0.994695964, radius: 2.638671419, ink: 0.847082780),
        Golden(time: 1.5, column: 27, row: 15, level: 0.616512990, radius: 2.085578820, ink: 0.639082145),
        Golden(time: 12, column: 10, row: 7, level: 0.652581659, radius: 2.138329247, ink: 0.658919912),
        Golden(time: 12, column: 20, row: 12, level: 0.436665791, radius: 1.822552290, ink: 0.540166185),
    ]

    @Test("a mark of the default field has the golden level, radius and ink", arguments: golden)
    func defaultField(_ golden: Golden) throws {
        let parameters = FieldParameters()
        var field = try #require(Field(size: Size(width: 390, height: 220), parameters: parameters))
        let motion = golden.time.map { FieldMotion.running(at: $0, parameters: parameters) }
        field.evaluate((motion ?? .still).mass)
        let mark = field.mark(column: golden.column, row: golden.row)
        #expect(abs(mark.level - golden.level) < 1e-5)
        #expect(abs(mark.radius - golden.radius) < 1e-4)
        #expect(abs(mark.ink - golden.ink) < 1e-5)
    }

    @Test("the port's own vector at reach 0.22 holds, with its tangent on the unbent ellipse")
    func portVector() throws {
        var parameters = FieldParameters()
        parameters.reach = 0.22
        parameters.style = .lines
        parameters.lineNormal = .ellipse
        var field = try #require(Field(size: Size(width: 390, height: 220), parameters: parameters))
        field.evaluate(FieldMotion.running(at: 12, parameters: parameters).mass)
        let mark = field.mark(column: 10, row: 7)
        #expect(abs(mark.level - 0.501584306616) < 1e-5)
        #expect(abs(mark.radius - 1.917495619854) < 1e-4)
        #expect(abs(mark.ink - 0.575871368639) < 1e-5)
        #expect(abs(mark.directionX - -0.398708362958) < 1e-5)
        #expect(abs(mark.directionY - -0.917077772769) < 1e-5)
    }

    @Test("the mass at 1.5 seconds has the golden centre, swell, breath and depths")
    func massAtOneAndAHalf() {
        let mass = FieldMotion.running(at: 1.5, parameters: FieldParameters()).mass
        #expect(abs(mass.centreX * 390 - 255.117633) < 1e-6)
        #expect(abs(mass.centreY * 220 - 140.983652) < 1e-6)
        #expect(abs(mass.swell - 0.994695964) < 1e-9)
        #expect(abs(mass.breath - 1.099966847) < 1e-9)
        #expect(abs(mass.three.depth - 0.179971649) < 1e-9)
        #expect(abs(mass.five.depth - 0.025910154) < 1e-9)
        #expect(abs(mass.two.depth - 0.089943407) < 1e-9)
    }

    @Test("the still frame stands dead centre at mid swell with the depths of its waves' start")
    func stillMass() {
        let mass = FieldMotion.still.mass
        #expect(mass.centreX == 0.5 && mass.centreY == 0.5)
        #expect(mass.swell == 0.82 && mass.breath == 1)
        #expect(abs(mass.three.depth - 0.10) < 1e-9)
        #expect(abs(mass.five.depth - 0.109583) < 1e-6)
        #expect(abs(mass.two.depth - 0.065577) < 1e-6)
    }

    @Test("the running field begins low: its centre at 0 seconds is at 0.648832 of the height")
    func runningStart() {
        let mass = FieldMotion.running(at: 0, parameters: FieldParameters()).mass
        #expect(abs(mass.centreY - 0.648832) < 1e-6)
    }

    @Test("the grid has the golden number of marks",
        arguments: [
            (390.0, 220.0, 28, 16), (390, 320, 28, 23), (390, 844, 28, 61),
            (800, 480, 57, 34), (1920, 1080, 137, 77),
        ])
    func markCounts(_ width: Double, _ height: Double, _ columns: Int, _ rows: Int) throws {
        let grid = try #require(Grid(size: Size(width: width, height: height), pitch: 14))
        #expect(grid.columns == columns)
        #expect(grid.rows == rows)
        #expect(grid.count == columns * rows)
    }

    @Test("the grid is nudged to whole cells across and centred down")
    func gridGeometry() throws {
        let grid = try #require(Grid(size: Size(width: 390, height: 220), pitch: 14))
        #expect(abs(grid.step - 13.928571429) < 1e-9)
        #expect(abs(grid.originY - -1.428571429) < 1e-9)
    }
}

extension Field {
    /// One mark of the last evaluation, its level worked back from the ink.
    func mark(column: Int, row: Int)
        -> (level: Double, radius: Double, ink: Double, directionX: Double, directionY: Double)
    {
        let place = marks.place(column: column, row: row)
        let ink = Double(marks.ink[place.element][place.lane])
        let span = parameters.maxInk - parameters.minInk
        let hasDirection = !marks.directionX.isEmpty
        return (
            (ink - parameters.minInk) / span,
            Double(marks.radius[place.element][place.lane]), ink,
            hasDirection ? Double(marks.directionX[place.element][place.lane]) : 0,
            hasDirection ? Double(marks.directionY[place.element][place.lane]) : 0
        )
    }
}
