import Foundation
import Testing

/// The page for users of SupportKit.
extension DocumentTests {
  @Test func `the page for users of SupportKit names what is in the sources`() throws {
    let page = try Self.text("Documentation/ComingFromSupportKit.md")
    var wanted: Set<String> = []
    for row in page.matches(of: /(?m)^\| .+? \| (.+?) \| .+ \|$/) {
      for quoted in row.1.matches(of: /`+([^`]+)`+/) {
        // A link has its target before a slash.
        let path = quoted.1.split(separator: "/").last ?? quoted.1
        let parts = path.prefix { $0 != "(" }.split(separator: ".")
        wanted.formUnion(parts.map(String.init))
      }
    }
    #expect(wanted.count > 80, "the names were not found")
    for (folder, files) in try ImportTests.targets()
    where folder.contains("Sources/") || folder.contains("Plugins/") {
      for file in files {
        wanted.subtract(Self.declared(in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    #expect(wanted.isEmpty)
  }

  @Test
  func `each event of the client names its notification, on the page for users of SupportKit too`()
    throws
  {
    let page = try Self.text("Documentation/ComingFromSupportKit.md")
    var events: Set<String> = []
    for file in ["ConnectionEvents", "DataEvents"] {
      let source = try Self.text("Sources/WebAPI/Events/\(file).swift")
      for declaration in source.matches(of: /((?:\/\/\/.*\n)+)public struct (\w+):/) {
        let name = String(declaration.2)
        // The library has no notification that the service is reached again.
        if name == "Reconnected" { continue }
        events.insert(name)
        #expect(declaration.1.contains("`APIClient\(name)`"), "\(name)")
        #expect(page.contains("| `APIClient\(name)` | `\(name)` |"), "\(name)")
      }
    }
    #expect(events.count == 7)
  }

  /// The names that a source declares: those after a keyword.
  private static func declared(in source: String) -> Set<String> {
    let keywords: Set = [
      "func", "var", "let", "case", "struct", "class", "enum", "protocol", "actor", "typealias",
    ]
    var names: Set<String> = []
    var last = ""
    for word in source.utf8.split(whereSeparator: { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        false
      default: true
      }
    }) {
      let name = String(Substring(word))
      if keywords.contains(last) { names.insert(name) }
      last = name
    }
    return names
  }
}
