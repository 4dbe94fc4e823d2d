@testable import ShellCommands
import FoundationEssentials
import Testing

@Suite struct HelpTextTests {
  @Test(
    "Help is what the fixture says",
    arguments: [
      ("print", .printing, 80), ("time", .timing, 80), ("products list", .listing, 80),
      ("products list", .listing, 44), ("reviews show", .showing, 80),
      ("reviews add", .adding, 80),
    ] as [(String, CommandSpecification, Int)])
  func golden(path: String, specification: CommandSpecification, width: Int) throws {
    let name = "help-\(path.split(separator: " ").joined(separator: "-"))-\(width).txt"
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures").appending(path: name)
    let expected = String(decoding: try Data(contentsOf: fixture), as: UTF8.self)
    #expect(HelpText(specification, path: path).text(width: width) == expected)
  }

  @Test func `Lines keep to the width`() {
    for width in 40...120 {
      let text = HelpText(.listing, path: "products list").text(width: width)
      let own = ["  products list --sort -price --all | head -n 3"]
      for line in text.split(separator: "\n") where !own.contains(String(line)) {
        #expect(line.count <= width, "\(width)")
      }
    }
  }

  @Test func `Usage is one line`() {
    #expect(
      HelpText(.adding, path: "reviews add").usage
        == "reviews add [PRODUCT] --rating N --comment T")
    #expect(HelpText(.timing, path: "time").usage == "time [--short] WORD…")
  }
}
