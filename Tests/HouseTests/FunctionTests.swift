import Foundation
import Testing

/// Functions and initializers of `Sources` and `Plugins`, which a reader should see on one screen, and a caller should
/// call without counting.
@Suite struct FunctionTests {
  private struct Function {
    /// The line on which it begins.
    let line: Int
    /// The lines of code from its first to its last one.
    let length: Int
    let parameters: Int
  }

  @Test func `a function has at most 60 lines of code and 8 parameters`() throws {
    var count = 0
    for file in try ImportTests.targets().values.joined() {
      for function in Self.functions(in: try String(contentsOf: file, encoding: .utf8)) {
        count += 1
        guard function.length > 60 || function.parameters > 8 else { continue }
        Issue.record(
          """
          \(file.lastPathComponent):\(function.line) has \(function.length) lines and \
          \(function.parameters) parameters
          """)
      }
    }
    #expect(count > 5000, "the functions were not found")
  }

  @Test(arguments: [
    ("func a() {}", [[1, 0]]),
    ("  static func a() -> Int { 1 }\n\n  func b(_ c: Int)\n}\n", [[1, 0], [1, 1]]),
    (
      "  @inlinable init<T: P<A, B>>(_ a: T, b: [Int: C] = [:], c: (D, E) -> F = { _, _ in })",
      [[1, 3]]
    ),
    (
      """
        private consuming func a(
          _ b: String = "x, y", c: Set<D, E>
        ) -> Int
        where F: G {
          // h

          let i = init(1, 2, 3)
          func j(_ k: Int) {
            l()
          }
        }
      """, [[9, 2], [3, 1]]
    ),
    ("  public init?(a: B, c: D,)\n  {\n    self.init(a, c)\n  }", [[4, 2]]),
    ("  /// func a(b: C)\n  x.init(1)\n  initial(1)\n  functional()\n", []),
  ])
  func `functions are found and measured`(text: String, sizes: [[Int]]) {
    #expect(Self.functions(in: text).map { [$0.length, $0.parameters] } == sizes)
  }

  private static func functions(in text: String) -> [Function] {
    let head = /(?: )*(?:@?\w+(?:\([^)]*\))? )*(?:func (?:\w+|`[^`]+`)|init[?!]?)(?=[<(])/
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      // Most lines are none, and the pattern is slow.
      guard lines[index].contains("func ") || lines[index].contains("init"),
        let match = lines[index].prefixMatch(of: head)
      else { return nil }
      return Function(
        line: index + 1, length: length(of: lines[index...]),
        parameters: parameters(in: text[match.range.upperBound...]))
    }
  }

  /// The lines of code of the function that begins with the first line.
  ///
  /// The sources are formatted: the rest of its head and its end are indented as much as its first line.
  private static func length(of lines: ArraySlice<Substring>) -> Int {
    func indentation(of line: Substring) -> Int { line.utf8.prefix { $0 == 0x20 }.count }
    let usual = lines.first.map(indentation) ?? 0
    var count = 1
    for line in lines.dropFirst() {
      let depth = indentation(of: line)
      let code = line.dropFirst(depth)
      if code.isEmpty || code.hasPrefix("//") { continue }
      if depth < usual { break }
      if depth == usual {
        if code.hasPrefix("}") { return count + 1 }
        // What else begins here is another declaration, and the function has no body or is one line.
        guard [")", "->", "where ", "{"].contains(where: { code.hasPrefix($0) }) else { break }
      }
      count += 1
    }
    return count
  }

  /// The number of parameters in the list that begins a text, perhaps after generic parameters.
  private static func parameters(in text: Substring) -> Int {
    var (brackets, angles, count) = (0, 0, 0)
    var (isEmpty, isLiteral, last) = (true, false, Character(" "))
    for byte in text.utf8 {
      let character = Character(Unicode.Scalar(byte))
      defer { last = character }
      if character == "\"", last != "\\" { isLiteral.toggle() }
      if isLiteral { continue }
      switch character {
      case "(", "[", "{": brackets += 1
      case ")", "]", "}":
        brackets -= 1
        if brackets == 0 { return isEmpty ? count : count + 1 }
      case "<": angles += 1
      case ">" where last != "-": angles -= 1
      case "," where brackets == 1 && angles == 0: (count, isEmpty) = (count + 1, true)
      case " ", "\n": break
      default: if brackets > 0 { isEmpty = false }
      }
    }
    return count
  }
}
