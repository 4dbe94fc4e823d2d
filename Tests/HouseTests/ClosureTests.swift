import Foundation
import Testing

/// Closures that one target stores and another one sets later.
///
/// No compiler checks that they are set, and no jump to a definition follows them: a protocol with a contract takes
/// their place.
@Suite struct ClosureTests {
  /// Those that are left: the sources of changes, which rules and `watch` follow.
  private static let left: Set = [
    "FeedFollower.whenKnown", "ShellHost.followOthers", "ShellHost.followShared", "ShellHost.pin",
  ]

  @Test func `no target sets a closure of another one later`() throws {
    let targets = try ImportTests.targets().mapValues { files in
      try files.map { try String(contentsOf: $0, encoding: .utf8) }
    }
    var found: Set<String> = []
    for (target, texts) in targets {
      for (type, name) in texts.flatMap(Self.closures) {
        let isSet = targets.contains { other, texts in
          other != target && texts.contains { $0.contains(".\(name) = ") }
        }
        if isSet { found.insert("\(type).\(name)") }
      }
    }
    #expect(found == Self.left)
  }

  /// The closures of a file that another target can set, with the types that store them.
  private static func closures(in text: String) -> [(type: String, name: String)] {
    var found: [(String, String)] = []
    var type = ""
    var lines = text.split(separator: "\n").map(String.init)[...]
    let head = /\b(?:class|struct|enum|extension|actor|protocol) ([A-Z]\w*)/
    let property =
      /^ +(?:@\w+(?:\([^)]*\))? )*(?:public|package) (?:package\(set\) )?(?:weak |lazy )?var (\w+):/
    while let line = lines.popFirst() {
      if let match = line.firstMatch(of: head), line.hasSuffix("{") { type = String(match.1) }
      guard let match = line.firstMatch(of: property) else { continue }
      // The type may stand on the next line.
      let whole = line.hasSuffix(":") ? line + (lines.first ?? "") : line
      let declared = whole.prefix { $0 != "{" && $0 != "=" }
      if declared.contains("->") { found.append((type, String(match.1))) }
    }
    return found
  }

  @Test(arguments: [
    ("public final class A {\n  package var f: () -> Void = {}\n}", ["A.f"]),
    (
      "public final class A {\n  public var f:\n    @MainActor (Int) -> Void = { _ in }\n}", ["A.f"]
    ),
    ("struct A {\n  public package(set) var f: @MainActor (Int) -> Void\n}", ["A.f"]),
    ("struct B {\n  package private(set) var f: () -> Void\n  var g: () -> Void\n}", []),
    ("struct B {\n  package let f: () -> Void\n  package var n: Int { 1 }\n}", []),
  ])
  func `closures that another target can set are found`(text: String, names: [String]) {
    #expect(Self.closures(in: text).map { "\($0.type).\($0.name)" } == names)
  }
}
