@testable import ShellLanguage
import Testing

/// The parts of a text that came from variables.
@Suite struct DataPartsTests {
  @Test(
    arguments: [
      ([], 0..<9, false), ([3..<5], 0..<3, false), ([3..<5], 0..<4, true), ([3..<5], 5..<9, false),
      ([3..<3], 0..<9, false), ([0..<1, 4..<6], 1..<4, false), ([0..<1, 4..<6], 5..<9, true),
    ] as [([Range<Int>], Range<Int>, Bool)])
  func `parts overlap with a range if they have a byte of it`(
    parts: [Range<Int>], range: Range<Int>, overlap: Bool
  ) {
    #expect(DataParts(parts).overlap(range) == overlap)
  }

  @Test(
    arguments: [
      ([], 2..<9, []), ([3..<5], 2..<9, [1..<3]), ([3..<5], 4..<9, [0..<1]), ([3..<5], 5..<9, []),
      ([3..<5], 0..<3, []), ([5..<5], 5..<9, [0..<0]),
      ([0..<2, 3..<4, 6..<8], 3..<7, [0..<1, 3..<4]),
    ] as [([Range<Int>], Range<Int>, [Range<Int>])])
  func `a piece of the text has the parts within it`(
    parts: [Range<Int>], piece: Range<Int>, within: [Range<Int>]
  ) {
    #expect(DataParts(parts).within(piece).ranges == within)
  }

  @Test func `parts are added, shifted and counted from the start`() {
    var parts = DataParts()
    #expect(parts.start == .max && parts.ranges.isEmpty)
    parts.append(2..<4)
    parts.append(7..<7)
    #expect(parts.ranges == [2..<4, 7..<7] && parts.start == 2)
    #expect(parts.shifted(by: 3).ranges == [5..<7, 10..<10])
  }
}
