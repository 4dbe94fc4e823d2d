import Glibc
import Testing

@testable import ChartPlugin

/// The marks of axes, and the ranges of histograms.
struct ScaleTests {
  @Test(
    arguments: [
      (0...100, 5, ["0", "20", "40", "60", "80", "100"]),
      (3...97, 5, ["0", "20", "40", "60", "80", "100"]),
      (-3...5, 4, ["-4", "-2", "0", "2", "4", "6"]),
      (0...0.3, 3, ["0.0", "0.1", "0.2", "0.3"]),
      (0.1...0.3, 4, ["0.10", "0.15", "0.20", "0.25", "0.30"]),
      (1e6...3e6, 2, ["1000000", "2000000", "3000000"]),
      (0...4e20, 2, ["0", "2e+20", "4e+20"]),
      (0...4e-12, 2, ["0", "2e-12", "4e-12"]),
      (1_000_000_000.1...1_000_000_000.2, 2, ["1000000000.1", "1000000000.2"]),
      (-1e300...1e300, 4, ["-1e+300", "-5e+299", "0", "5e+299", "1e+300"]),
    ] as [(ClosedRange<Double>, Int, [String])])
  func `marks are 1, 2 or 5 times a power of ten apart, and contain the range`(
    range: ClosedRange<Double>, count: Int, marks: [String]
  ) {
    let scale = Scale(range, count: count)
    #expect(scale.marks.map(\.text) == marks)
    #expect(scale.marks.map(\.number) == marks.map { Double($0) })
    #expect(scale.low <= range.lowerBound && scale.high >= range.upperBound)
    #expect(scale.share(of: scale.low) == 0 && scale.share(of: scale.high) == 1)
  }

  @Test(arguments: [(7, 6, 8), (0, -1, 1), (-20, -22, -18)] as [(Double, Double, Double)])
  func `equal numbers are in the middle`(number: Double, low: Double, high: Double) {
    let scale = Scale(number...number, count: 4)
    #expect(scale.low == low && scale.high == high)
    #expect(scale.share(of: number) == 0.5)
  }

  @Test(
    arguments: [
      -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, 1...(1.0).nextUp,
      1e300...1e300, 0...Double.leastNonzeroMagnitude, 1e15...(1e15 + 1),
    ])
  func `a scale exists for all numbers`(range: ClosedRange<Double>) {
    let scale = Scale(range, count: 5)
    #expect(scale.marks.count >= 2)
    for mark in scale.marks { #expect((0...1).contains(scale.share(of: mark.number))) }
  }

  @Test func `a scale that is cut keeps the marks inside`() {
    let scale = Scale(3...97, count: 5).cut(to: 3...97)
    #expect(scale.marks.map(\.text) == ["20", "40", "60", "80"])
    #expect(scale.low == 3 && scale.high == 97)
  }

  @Test(arguments: [nil, 1, 2, 7, 100] as [Int?])
  func `each number is counted in the range that contains it`(count: Int?) {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let size = pow10(Int.random(in: -9...9, using: &generator))
      let numbers = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? Double(Int.random(in: -20...20, using: &generator)) / 10
          : Double.random(in: -size...size, using: &generator)
      }
      let bins = Bins(numbers, count: count, isTime: false)
      let edges = bins.edges.map(\.number)
      guard edges.count > 1 else {
        #expect(Set(numbers).count == 1 && bins.counts == [numbers.count])
        continue
      }
      #expect(edges == edges.sorted() && Set(edges).count == edges.count)
      if let count { #expect(bins.counts.count == count) }
      for (index, counted) in bins.counts.enumerated() {
        let isLast = index == bins.counts.count - 1
        let inside = numbers.filter {
          $0 >= edges[index] && (isLast ? $0 <= edges[index + 1] : $0 < edges[index + 1])
        }
        #expect(counted == inside.count, "\(numbers) \(edges)")
      }
    }
  }

  private func pow10(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }

  @Test(
    arguments: [
      ([1, 2, 3, 4], ["1", "2", "3", "4"], [1, 1, 2]),
      ([0, 10], ["0", "3.33", "6.67", "10"], [1, 0, 1]),
      ([0, 1000], ["0", "333", "667", "1000"], [1, 0, 1]),
    ] as [([Double], [String], [Int])])
  func `ranges of equal size end at the least and the greatest number`(
    numbers: [Double], edges: [String], counts: [Int]
  ) {
    let bins = Bins(numbers, count: 3, isTime: false)
    #expect(bins.edges.map(\.text) == edges)
    #expect(bins.counts == counts)
  }

  @Test func `ranges of decimals have decimal ends`() {
    let numbers = (0...10).map { Double("\($0)e-1") ?? 0 }
    let bins = Bins(numbers, count: 10, isTime: false)
    #expect(bins.edges.map(\.number) == numbers)
    #expect(bins.counts == [1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
  }

  @Test(
    arguments: [
      (10, .second, 2), (60, .second, 10), (3_600, .minute, 10), (86_400, .hour, 6),
      (86_400 * 3, .hour, 12), (86_400 * 7, .day, 2), (86_400 * 80, .day, 14),
      (86_400 * 365, .month, 2), (86_400 * 365 * 5, .year, 1), (86_400 * 365 * 300, .year, 50),
    ] as [(Double, TimeStep.Unit, Int)])
  func `the step of times is the smallest that gives few enough marks`(
    seconds: Double, unit: TimeStep.Unit, count: Int
  ) {
    #expect(TimeStep.fitting(seconds, count: 6) == TimeStep(unit: unit, count: count))
  }

  /// The times are days after noon of July 1, 2026.
  @Test(
    arguments: [
      (.hour, 0, 0.1, 0, nil), (.hour, 0, 0.1, 3, "2026-07-01"), (.hour, 0, 3, 0, nil),
      (.hour, 0, 3, 400, "2026"), (.day, 0, 9, 20, nil), (.day, 0, 9, -400, "2026"),
      (.day, 0, 300, 0, "2026 to 2027"), (.month, 0, 300, 900, nil), (.year, 0, 3000, 0, nil),
    ] as [(TimeStep.Unit, Double, Double, Int, String?)])
  func `what marks leave out is said unless the reader assumes it`(
    unit: TimeStep.Unit, first: Double, last: Double, today: Int, context: String?
  ) {
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday, fields.tm_hour) = (126, 6, 1, 12)
    let noon = mktime(&fields)
    let range = (Double(noon) + first * 86_400)...(Double(noon) + last * 86_400)
    let step = TimeStep(unit: unit, count: 1)
    #expect(step.context(of: range, now: noon + today * 86_400) == context)
  }
}
