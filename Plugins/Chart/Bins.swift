import FoundationEssentials

/// The ranges of a histogram, and how many numbers are in each.
struct Bins {
  /// The ends of the ranges, one more than there are ranges; a single one if all numbers are equal.
  private(set) var edges: [ScaleMark]
  private(set) var counts: [Int]
  /// What the texts of times leave out, such as the year.
  private(set) var context: String?

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
      edges = [ScaleMark(number: low, text: Self.text(low, isTime, within: 0))]
    } else if let count {
      edges = Self.equalEdges(low, high, count).map { number in
        ScaleMark(
          number: number,
          text: Self.text(number, isTime, within: high / Double(count) - low / Double(count)))
      }
    } else {
      (edges, context) = Self.roundEdges(low, high, Self.rangeCount(numbers), isTime)
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

  /// The ends of ranges of equal size, as exact as decimals: 0.3, and not 3 times a rounded 0.1.
  private static func equalEdges(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    let inner: [Double]
    if let first = Decimal(string: "\(low)"), let last = Decimal(string: "\(high)"),
      Double("\(first)") == low, Double("\(last)") == high, (last - first).isFinite
    {
      inner = (1..<count).map { index in
        Double("\(first + (last - first) * Decimal(index) / Decimal(count))") ?? low
      }
    } else {
      inner = (1..<count).map { index in
        let share = Double(index) / Double(count)
        return low * (1 - share) + high * share
      }
    }
    // Numbers that are too close to one another to be divided make fewer ranges.
    return ([low] + inner + [high]).reduce(into: []) { edges, edge in
      if edge > edges.last ?? -.infinity { edges.append(edge) }
    }
  }

  private static func roundEdges(
    _ low: Double, _ high: Double, _ count: Int, _ isTime: Bool
  ) -> ([ScaleMark], context: String?) {
    guard isTime else { return (Scale(low...high, count: count).marks, nil) }
    let step = TimeStep.fitting(high - low, count: count)
    guard let moments = step.moments(around: low...high), moments.count > 1 else {
      let ends = [low, high].map {
        ScaleMark(number: $0, text: TimeStep.text(of: $0, apart: high - low))
      }
      return (ends, nil)
    }
    let marks = moments.map { ScaleMark(number: Double($0), text: step.text($0)) }
    return (marks, step.context(of: marks[0].number...marks[marks.count - 1].number))
  }

  /// A number with two digits more than the size of its range needs, or a time.
  private static func text(_ number: Double, _ isTime: Bool, within size: Double) -> String {
    if isTime {
      return TimeStep.text(of: number, apart: size > 0 ? size : number == number.rounded() ? 60 : 1)
    }
    guard let step = DecimalStep(atLeast: size / 500), let count = step.multiple(number, .down)
    else {
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
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
