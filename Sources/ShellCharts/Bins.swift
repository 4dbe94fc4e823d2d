/// The ranges of a histogram, and how many numbers are in each.
struct Bins {
  /// The ends of the ranges, one more than there are ranges; a single one if all numbers are equal.
  private(set) var edges: [ScaleMark]
  private(set) var counts: [Int]

  /// Counts numbers in ranges.
  ///
  /// A range has its lower end, and only the last range has its upper end too, as in NumPy.
  ///
  /// - Parameters:
  ///   - numbers: at least one.
  ///   - count: how many ranges of equal size there are between the least and the greatest number; nil for
  ///     ranges that begin at round numbers, or at full hours, days and the like.
  init(_ numbers: [Double], count: Int?, isTime: Bool) {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    if low == high {
      edges = [ScaleMark(number: low, text: Self.text(low, isTime, within: 1))]
    } else if let count {
      let size = high / Double(count) - low / Double(count)
      edges = (0...count).map { index in
        let number = index == count ? high : low + size * Double(index)
        return ScaleMark(number: number, text: Self.text(number, isTime, within: size))
      }
    } else {
      edges = Self.roundEdges(low, high, Self.rangeCount(numbers), isTime)
    }
    counts = Array(repeating: 0, count: max(1, edges.count - 1))
    for number in numbers { counts[index(of: number)] += 1 }
  }

  /// The number of ranges by the rule of Sturges, at least 4.
  private static func rangeCount(_ numbers: [Double]) -> Int {
    var count = 1
    while 1 << (count - 1) < numbers.count { count += 1 }
    return max(4, count)
  }

  private static func roundEdges(
    _ low: Double, _ high: Double, _ count: Int, _ isTime: Bool
  ) -> [ScaleMark] {
    guard isTime else { return Scale(low...high, count: count).marks }
    let step = TimeStep.fitting(high - low, count: count)
    guard let first = step.start(before: low) else { return [] }
    var times = [first]
    while let last = times.last, Double(last) < high, times.count < 1_000,
      let next = step.next(after: last), next > last
    {
      times.append(next)
    }
    return times.map { ScaleMark(number: Double($0), text: step.text($0)) }
  }

  /// A number with two digits more than the size of its range needs.
  private static func text(_ number: Double, _ isTime: Bool, within size: Double) -> String {
    if isTime { return TimeStep.fitting(size, count: 1).text(Int(number)) }
    guard let step = DecimalStep(atLeast: size / 500), let count = step.multiple(number, .down)
    else { return "\(number)" }
    let text = step.text(number - step.number(count) < step.number(1) / 2 ? count : count + 1)
    guard text.contains("."), !text.contains("e") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }

  /// The index of the range that has a number.
  private func index(of number: Double) -> Int {
    var (low, high) = (0, counts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if edges[middle].number <= number { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
