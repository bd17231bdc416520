import FieldCore
import Testing

@testable import fieldfb

@Suite("The label of progress")
struct ProgressLabelTests {
    @Test("says every whole percent as it was said")
    func whole() throws {
        for number in 0...100 {
            let progress = try #require(Progress(parsing: "\(number)"))
            #expect(ProgressLabel.percent.text(for: progress) == Array("\(number) %".utf8))
        }
    }

    @Test("says what is done and no more", arguments: [("99.99", "99 %"), ("0.5", "0 %"), ("42.5", "42 %")])
    func roundedDown(_ said: String, _ label: String) throws {
        let progress = try #require(Progress(parsing: said))
        #expect(ProgressLabel.percent.text(for: progress) == Array(label.utf8))
    }
}
