import Testing
import TestSupport

@testable import ShellTerminal

@Suite(.mayBlock) struct RowCountTests {
  @Test(arguments: [
    (String(repeating: "x", count: 20), 1), (String(repeating: "x", count: 21), 2),
    (String(repeating: "x", count: 180), 9), (String(repeating: "x", count: 181), 10),
    (String(repeating: "世", count: 10), 1), (String(repeating: "世", count: 11), 2),
    ("x" + String(repeating: "世", count: 10), 2),
    (String(repeating: "e\u{301}", count: 20), 1), (String(repeating: "👩‍👩‍👧‍👦", count: 10), 1),
    ("\u{1B}[1;31m" + String(repeating: "é", count: 20) + "\u{1B}[0m", 1),
    ("\u{1B}[31m" + String(repeating: "x", count: 21) + "\u{1B}[0m", 2),
    ("a\tb\tcdef", 1), ("a\tb\tcdefg", 2), (String(repeating: "x", count: 20) + "\r", 1), ("", 1),
  ])
  func `rows are counted as the terminal wraps them`(line: String, rows: Int) {
    let bytes = Array("\(line)\n".utf8)
    for limit in [rows - 1, rows] {
      var count = RowCount(columns: 20)
      #expect(bytes.withUnsafeBytes { count.exceeds(limit, with: $0) } == (limit < rows))
      // The result does not depend on how the text is divided.
      count = RowCount(columns: 20)
      var exceeds = false
      for byte in bytes {
        exceeds = withUnsafeBytes(of: byte) { count.exceeds(limit, with: $0) }
      }
      #expect(exceeds == (limit < rows))
    }
  }

  @Test(arguments: [(20, false), (21, true)])
  func `a wide line exceeds every limit if lines do not wrap`(width: Int, exceeds: Bool) {
    var count = RowCount(columns: 20, wraps: false)
    let bytes = Array("x\n\(String(repeating: "x", count: width))\n".utf8)
    #expect(bytes.withUnsafeBytes { count.exceeds(9, with: $0) } == exceeds)
  }
}
