@testable import ShellOutput
@testable import ShellJobs
@testable import ShellRuntime
import Testing

@MainActor
@Suite struct HeldOutputTests {
  private func write(
    _ text: String, to output: HeldOutput, from stream: HeldOutput.Stream = .results
  ) throws {
    try Array(text.utf8).withUnsafeBytes { try output.write($0, from: stream) }
  }

  @Test func `Held output keeps results and errors in order`() throws {
    let output = HeldOutput()
    try write("a\n", to: output)
    try write("b\n", to: output, from: .errors)
    try write("c", to: output)
    #expect(String(decoding: output.bytes, as: UTF8.self) == "a\nb\nc")
    #expect(output.droppedCount == 0)
  }

  @Test(
    "Held output keeps the last mebibyte, from the beginning of a line",
    arguments: [1, 100, 300_000])
  func bounds(linesPerWrite: Int) throws {
    let output = HeldOutput()
    let total = 300_000
    for start in stride(from: 0, to: total, by: linesPerWrite) {
      let numbers = start..<min(start + linesPerWrite, total)
      try write(numbers.map { "line \($0)\n" }.joined(), to: output)
      #expect(output.bytes.count <= HeldOutput.limit * 5 / 4)
    }
    #expect(output.bytes.count > HeldOutput.limit - 100)
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    let first = try #require(lines.first?.dropFirst("line ".count)).description
    #expect(lines.last == "line \(total - 1)")
    let number = try #require(Int(first))
    #expect(lines.count == total - number)
    let all = (0..<total).reduce(0) { $0 + "line \($1)\n".utf8.count }
    #expect(output.droppedCount + output.bytes.count == all)
  }

  @Test func `A very long line of held output is cut between two characters`() throws {
    let output = HeldOutput()
    for _ in 0..<20 { try write(String(repeating: "€", count: 50_000), to: output) }
    let text = String(validating: output.bytes, as: UTF8.self)
    #expect(text?.first == "€")
    #expect(output.droppedCount + output.bytes.count == 20 * 150_000)
  }

  @Test func `Held output passes on whole lines, and the last one at the end`() throws {
    var passed: [String] = []
    let output = HeldOutput { bytes, stream in
      passed.append("\(stream): \(String(decoding: bytes, as: UTF8.self))")
    }
    try write("a", to: output)
    try write("x", to: output, from: .errors)
    #expect(passed.isEmpty)
    try write("b\nc\nd", to: output)
    #expect(passed == ["results: ab\nc\n"])
    try write("y\n", to: output, from: .errors)
    try output.finish()
    #expect(passed.dropFirst() == ["errors: xy\n", "results: d\n"])
    try output.finish()
    #expect(passed.count == 3)
  }

  @Test func `A line that is longer than a mebibyte is passed on in parts`() throws {
    var count = 0
    let output = HeldOutput { bytes, _ in count += bytes.count }
    for _ in 0..<3 { try write(String(repeating: "x", count: 600_000), to: output) }
    #expect(count == 1_200_000)
  }
}
