import SeashellHosting
@testable import SeashellKit
import Testing

@testable import struct SeashellKit.JSON5Value

/// Changes of random texts of JSON5.
@Suite struct RandomConfigurationTests {
  @Test(arguments: 0..<50)
  func `setting a member loses no comment outside its value`(seed: Int) throws {
    var random = SeededRandom(seed)
    let document = RandomJSON5(&random).document
    for _ in 0..<8 {
      let path = document.path(&random, isNew: Bool.random(using: &random))
      let value = RandomJSON5.value(&random, depth: 2)
      var editor = try ConfigurationEditor(document.text, from: "c")
      guard (try? editor.set(path, to: value)) != nil else {
        // The path leads through a value that is not an object.
        #expect(!document.leads(path))
        continue
      }
      let edited = try JSON5Parser.parse(editor.text)
      let expected = JSON5Value(document.value).setting(path[...], to: JSON5Value(value))
      #expect(edited.hasContent(of: expected), "\(path):\n\(document.text)\n→\n\(editor.text)")
      let replaced = document.node(at: path)?.comments ?? []
      for comment in document.comments.subtracting(replaced) {
        #expect(editor.text.contains(comment), "\(path):\n\(document.text)\n→\n\(editor.text)")
      }
    }
  }

  @Test(arguments: 0..<50)
  func `removing a member removes its own comments only`(seed: Int) throws {
    var random = SeededRandom(seed)
    let document = RandomJSON5(&random).document
    for path in document.paths {
      var editor = try ConfigurationEditor(document.text, from: "c")
      #expect(try editor.remove(path))
      let edited = try JSON5Parser.parse(editor.text)
      let expected = JSON5Value(document.value).removing(path[...])
      #expect(edited.hasContent(of: expected), "\(path):\n\(document.text)\n→\n\(editor.text)")
      let own = document.comments(of: path)
      for comment in document.comments {
        #expect(
          editor.text.contains(comment) == !own.contains(comment),
          "\(comment) of \(path):\n\(document.text)\n→\n\(editor.text)")
      }
    }
  }

  @Test(arguments: 0..<50)
  func `adding and removing a member restores the text`(seed: Int) throws {
    var random = SeededRandom(seed)
    let document = RandomJSON5(&random).document
    for path in [[]] + document.paths {
      guard let node = document.node(at: path), !node.members.isEmpty else { continue }
      var editor = try ConfigurationEditor(document.text, from: "c")
      try editor.set(path + ["added"], to: ["x": 1])
      let added = editor.text
      try editor.remove(path + ["added"])
      #expect(editor.text == document.text, "\(path):\n\(document.text)\n→\n\(added)")
    }
  }
}

/// A random generator that gives the same numbers for each seed (SplitMix64).
private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// A value with its text, and with the comments in it.
private struct Node {
  struct Member {
    let name: String
    /// The comments that belong to the member, besides those in its value.
    let own: Set<String>
    let node: Node
  }

  var text: String
  var value: JSONValue
  var comments: Set<String> = []
  var members: [Member] = []

  var paths: [[String]] {
    members.flatMap { member in [[member.name]] + member.node.paths.map { [member.name] + $0 } }
  }

  func node(at path: [String]) -> Node? {
    guard let name = path.first else { return self }
    return members.first { $0.name == name }?.node.node(at: Array(path.dropFirst()))
  }

  /// The comments that go with a member.
  func comments(of path: [String]) -> Set<String> {
    guard let member = members.first(where: { $0.name == path[0] }) else { return [] }
    return path.count == 1
      ? member.own.union(member.node.comments) : member.node.comments(of: Array(path.dropFirst()))
  }

  /// Whether each name before the last one leads to an object, or to nothing.
  func leads(_ path: [String]) -> Bool {
    guard path.count > 1, let member = members.first(where: { $0.name == path[0] }) else {
      return true
    }
    guard case .object = member.node.value else { return false }
    return member.node.leads(Array(path.dropFirst()))
  }

  /// A path of an existing member, or of a new one.
  func path(_ random: inout SeededRandom, isNew: Bool) -> [String] {
    let path = paths.randomElement(using: &random) ?? []
    return isNew || path.isEmpty ? path + (random.chance(50) ? ["new"] : ["new", "er"]) : path
  }
}

/// Writes a random object.
private struct RandomJSON5 {
  private(set) var document = Node(text: "", value: .null)
  private let lineEnd: String
  private let unit: String
  private var count = 0

  init(_ random: inout SeededRandom) {
    lineEnd = random.chance(20) ? "\r\n" : "\n"
    unit = ["  ", "    ", "\t"].randomElement(using: &random) ?? " "
    let start = random.chance(40) ? comment(&random) + lineEnd : ""
    var root = object(&random, depth: 0, indentation: "", hasLines: random.chance(80))
    let end = random.chance(40) ? lineEnd + comment(&random) : ""
    root.comments.formUnion([start, end].map(Self.trimmed).filter { !$0.isEmpty })
    root.text = start + root.text + end + (random.chance(80) ? lineEnd : "")
    document = root
  }

  private static func trimmed(_ text: String) -> String {
    text.filter { !$0.isNewline }
  }

  private mutating func comment(_ random: inout SeededRandom, isBlock: Bool? = nil) -> String {
    count += 1
    return isBlock ?? random.chance(40) ? "/* c\(count). */" : "// c\(count)."
  }

  static func value(_ random: inout SeededRandom, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: .null
    case 1: .bool(true)
    case 2: .integer(Int.random(in: -9...99, using: &random))
    case 3: .string("it's \"x\" // no /* comment */, {}")
    case 4: .string("")
    case 5: .array([.integer(1), .string("]")])
    case 6: .object([:])
    default: .object(["n": value(&random, depth: depth - 1), "o-p": .integer(2)])
    }
  }

  private mutating func scalar(_ random: inout SeededRandom) -> Node {
    let choices: [(String, JSONValue)] = [
      ("null", .null), ("true", .bool(true)), ("+0x1F", 31),
      ("-.5", .number(JSONNumber("-0.5") ?? JSONNumber(0))),
      ("'it\\'s, } // x'", "it's, } // x"), ("\"a\\\nb /* ' */\"", "ab /* ' */"), ("\"\"", ""),
    ]
    let (text, value) = choices.randomElement(using: &random) ?? ("null", .null)
    return Node(text: text, value: value)
  }

  private mutating func array(_ random: inout SeededRandom, depth: Int, indentation: String) -> Node
  {
    var array = Node(text: "[", value: .null)
    var elements: [JSONValue] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let element = object(&random, depth: depth + 1, indentation: indentation, hasLines: false)
      let note = comment(&random, isBlock: true)
      array.text += "\(note) \(element.text), "
      array.comments.formUnion(element.comments.union([note]))
      elements.append(element.value)
    }
    array.text += "]"
    array.value = .array(elements)
    return array
  }

  private mutating func object(
    _ random: inout SeededRandom, depth: Int, indentation: String, hasLines: Bool
  ) -> Node {
    var object = Node(text: "{", value: .null)
    var names = ["a", "b", "environments", "wh-1", "é", "x y", "$_"].shuffled(using: &random)
    names.removeLast(depth == 0 ? 3 : Int.random(in: 3...7, using: &random))
    let inner = indentation + unit
    let (start, gap) = hasLines ? (inner, lineEnd) : ("", " ")
    func note(_ text: String) { object.comments.insert(text) }
    if hasLines, random.chance(20) {
      let head = comment(&random)
      object.text += " " + head
      note(head)
    }
    object.text += gap
    let endsWithComma = random.chance(50)
    for (index, name) in names.enumerated() {
      var own: Set<String> = []
      if hasLines, random.chance(15) {
        let floating = comment(&random)
        note(floating)
        object.text += inner + floating + lineEnd + lineEnd
      }
      for _ in 0..<(random.chance(30) ? Int.random(in: 1...2, using: &random) : 0) {
        let above = comment(&random, isBlock: hasLines ? nil : true)
        own.insert(above)
        object.text += start + above + gap
      }
      let isQuoted = random.chance(30) || !name.allSatisfy { $0.isLetter || $0 == "$" || $0 == "_" }
      let value =
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4 where depth < 3:
          self.object(
            &random, depth: depth + 1, indentation: inner, hasLines: hasLines && random.chance(60))
        case 4 where depth < 3: array(&random, depth: depth + 1, indentation: inner)
        default: scalar(&random)
        }
      object.text += start + (isQuoted ? "'\(name)'" : name) + ": " + value.text
      if random.chance(15) {
        let inside = comment(&random, isBlock: true)
        own.insert(inside)
        object.text += " " + inside
      }
      let isLast = index == names.count - 1
      if !isLast || endsWithComma { object.text += "," }
      if random.chance(30), hasLines || isLast {
        let behind = comment(&random, isBlock: hasLines ? nil : true)
        own.insert(behind)
        object.text += " " + behind
      }
      object.text += gap
      if hasLines, random.chance(15) { object.text += lineEnd }
      object.members.append(Node.Member(name: name, own: own, node: value))
      object.comments.formUnion(own.union(value.comments))
    }
    if hasLines, random.chance(15) {
      let last = comment(&random)
      note(last)
      object.text += lineEnd + inner + last + lineEnd
    }
    object.text += (hasLines ? indentation : "") + "}"
    object.value = .object(JSONObject(object.members.map { ($0.name, $0.node.value) }))
    return object
  }
}
