import Testing

@testable import FieldCore

struct FieldTests {
    @Test("both styles are enumerable, each with its English label")
    func styles() {
        #expect(FieldStyle.allCases.map(\.label) == ["Dots", "Lines"])
        #expect(Set(FieldStyle.allCases.map(\.id)).count == 2)
    }

    @Test("every parameter has the default of the original")
    func defaults() {
        let parameters = FieldParameters()
        #expect(parameters.style == .dots && parameters.pitch == 14)
        #expect(parameters.reach == 0.40 && parameters.softness == 0.34)
        #expect(parameters.minRadiusRatio == 0.085 && parameters.maxRadiusRatio == 0.19)
        #expect(parameters.minInk == 0.30 && parameters.maxInk == 0.85)
        #expect(parameters.driftSpeed == 1 && parameters.foldSpeed == 1)
        #expect(parameters.lineLengthScale == 2.4 && parameters.lineWeightScale == 0.9)
        #expect(parameters.lineNormal == .outline && FieldMotion().isActive)
    }

    @Test("guards hold every value in its range, and a span of radii is never negative")
    func guards() {
        var parameters = FieldParameters()
        parameters.pitch = 0.2
        parameters.reach = -1
        parameters.softness = 0
        parameters.minRadiusRatio = 0.3
        parameters.maxRadiusRatio = 0.1
        parameters.minInk = -2
        parameters.maxInk = 7
        parameters.driftSpeed = -1
        parameters.lineLengthScale = -1
        let guarded = parameters.guarded
        #expect(guarded.pitch == 1 && guarded.reach == 0.01 && guarded.softness == 0.0001)
        #expect(guarded.minRadiusRatio == 0.3 && guarded.maxRadiusRatio == 0.3)
        #expect(guarded.minInk == 0 && guarded.maxInk == 1)
        #expect(guarded.driftSpeed == 0 && guarded.lineLengthScale == 0)
    }

    @Test("what is not a number becomes the default")
    func notANumber() {
        var parameters = FieldParameters()
        parameters.pitch = .nan
        parameters.reach = .nan
        #expect(parameters.guarded == FieldParameters())
    }

    @Test("a surface of one point or less, or of no size, has no field", arguments: [
        (1.0, 100.0), (100, 1), (0, 0), (-5, 20), (.nan, 20), (.infinity, 20), (1e9, 20),
    ])
    func tooSmall(_ width: Double, _ height: Double) {
        #expect(
            Field(size: Size(width: width, height: height), parameters: FieldParameters()) == nil)
    }

    @Test("marks far outside keep the smallest radius and ink, those inside swell together")
    func floorAndCeiling() throws {
        var field = try #require(
            Field(size: Size(width: 800, height: 480), parameters: FieldParameters()))
        field.evaluate(.still)
        let corner = field.mark(column: 0, row: 0)
        #expect(abs(corner.radius - field.grid.step * 0.085) < 1e-4)
        #expect(abs(corner.ink - 0.30) < 1e-6)
        let middle = field.mark(column: 28, row: 17)
        #expect(abs(middle.level - 0.82) < 1e-6)
    }

    @Test("the ink may fall from outside to inside")
    func invertedInk() throws {
        var parameters = FieldParameters()
        parameters.minInk = 0.9
        parameters.maxInk = 0.1
        var field = try #require(Field(size: Size(width: 800, height: 480), parameters: parameters))
        field.evaluate(.still)
        #expect(field.mark(column: 28, row: 17).ink < field.mark(column: 0, row: 0).ink)
    }

    @Test("short ways give the level that the full sum gives, over an hour of shapes")
    func shortWays() throws {
        // A softness that leaves room inside and outside; lines never take a
        // short way, so they are the full sum.
        var parameters = FieldParameters()
        parameters.softness = 0.1
        parameters.reach = 0.25
        var lined = parameters
        lined.style = .lines
        let size = Size(width: 640, height: 400)
        var dots = try #require(Field(size: size, parameters: parameters))
        var lines = try #require(Field(size: size, parameters: lined))
        for step in 0..<300 {
            let mass = FieldMotion.running(at: Double(step) * 12.01, parameters: parameters).mass
            dots.evaluate(mass)
            lines.evaluate(mass)
            #expect(dots.marks.radius == lines.marks.radius, "at \(Double(step) * 12.01) s")
        }
    }

    /// The outline's direction from two points on it a little apart, found by
    /// walking the formula of the outline itself.
    @Test("segments on the outline lie along it, folds included")
    func outlineTangent() throws {
        var parameters = FieldParameters()
        parameters.style = .lines
        var field = try #require(Field(size: Size(width: 900, height: 500), parameters: parameters))
        let mass = FieldMotion.running(at: 7.3, parameters: parameters).mass
        field.evaluate(mass)
        let halfX = 900 * 0.40 * mass.breath
        let halfY = 500 * 0.40 * mass.breath
        func point(_ turns: Double) -> (x: Double, y: Double) {
            var radius = 1.0
            for (lobes, fold) in [(3.0, mass.three), (5, mass.five), (2, mass.two)] {
                radius += fold.sinePart * Trigonometry.sine(turns: lobes * turns)
                radius += fold.cosinePart * Trigonometry.cosine(turns: lobes * turns)
            }
            return (
                radius * Trigonometry.cosine(turns: turns) * halfX,
                radius * Trigonometry.sine(turns: turns) * halfY
            )
        }
        var checked = 0
        for index in 0..<3600 {
            let turns = Double(index) / 3600
            let here = point(turns)
            let x = here.x + mass.centreX * 900
            let y = here.y + mass.centreY * 500
            let column = Int(x / field.grid.step)
            let row = Int((y - field.grid.originY) / field.grid.step)
            guard (0..<field.grid.columns).contains(column), (0..<field.grid.rows).contains(row),
                abs(field.grid.x(column: column) - x) < 0.6, abs(field.grid.y(row: row) - y) < 0.6
            else { continue }
            let ahead = point(turns + 1e-5)
            let behind = point(turns - 1e-5)
            let length =
                ((ahead.x - behind.x) * (ahead.x - behind.x)
                + (ahead.y - behind.y) * (ahead.y - behind.y)).squareRoot()
            let mark = field.mark(column: column, row: row)
            let along =
                (mark.directionX * (ahead.x - behind.x) + mark.directionY * (ahead.y - behind.y))
                / length
            #expect(abs(abs(along) - 1) < 2e-3)
            checked += 1
        }
        #expect(checked > 5)
    }

    @Test("every segment's direction is a unit vector, the centre's included")
    func unitDirections() throws {
        for normal in LineNormal.allCases {
            var parameters = FieldParameters()
            parameters.style = .lines
            parameters.lineNormal = normal
            var field = try #require(
                Field(size: Size(width: 70, height: 70), parameters: parameters))
            field.evaluate(.still)
            for row in 0..<field.grid.rows {
                for column in 0..<field.grid.columns {
                    let mark = field.mark(column: column, row: row)
                    let square =
                        mark.directionX * mark.directionX + mark.directionY * mark.directionY
                    #expect(abs(square - 1) < 1e-5)
                }
            }
            let centre = field.mark(column: 2, row: 2)
            #expect(centre.directionX == 1 && centre.directionY == 0)
        }
    }
}
