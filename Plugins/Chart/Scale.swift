/// The range of an axis, and the marks on it.
struct Scale {
  private(set) var low: Double
  private(set) var high: Double
  private(set) var marks: [ScaleMark]
  /// What the marks of times leave out, such as the year.
  private(set) var context: String?

  /// Where a number is between the ends, from 0 to 1.
  func share(of number: Double) -> Double {
    // Halved, since the distance of two numbers may be infinite.
    let size = high / 2 - low / 2
    return size > 0 ? min(1, max(0, (number / 2 - low / 2) / size)) : 0.5
  }

  /// Creates a scale whose marks are 1, 2 or 5 times a power of ten apart.
  ///
  /// - Parameters:
  ///   - numbers: what it must contain; both ends are widened to a mark.
  ///   - count: how many distances there are at most, at least 2.
  init(_ numbers: ClosedRange<Double>, count: Int) {
    let (low, high) = (Self.around(numbers).lowerBound, Self.around(numbers).upperBound)
    guard let step = DecimalStep(atLeast: (high / 2 - low / 2) / Double(count) * 2),
      let first = step.multiple(low, .down), let last = step.multiple(high, .up),
      last > first, step.number(first).isFinite, step.number(last).isFinite
    else {
      // Too large, or too close to one another for numbers of this precision.
      (self.low, self.high) = (low, high)
      marks = [ScaleMark(number: low, text: "\(low)"), ScaleMark(number: high, text: "\(high)")]
      return
    }
    marks = (first...last).map(step.mark)
    (self.low, self.high) = (marks[0].number, marks[marks.count - 1].number)
  }

  /// A range with a size: some room around a single number.
  private static func around(_ numbers: ClosedRange<Double>) -> ClosedRange<Double> {
    let (low, high) = (numbers.lowerBound, numbers.upperBound)
    guard low == high else { return numbers }
    let margin = low == 0 ? 1 : abs(low) / 10
    let most = Double.greatestFiniteMagnitude
    return max(-most, low - margin)...min(most, high + margin)
  }

  /// Creates a scale for times, with marks at full hours, days, months or the like; its ends are the given
  /// ones.
  init(times: ClosedRange<Double>, count: Int) {
    (low, high) = (times.lowerBound, times.upperBound)
    if low == high { (low, high) = (low - 30, high + 30) }
    let step = TimeStep.fitting(high - low, count: count)
    marks = step.marks(within: low...high)
    context = step.context(of: low...high)
  }

  /// Removes the marks outside of a range, and ends the scale there.
  ///
  /// A single number is in the middle.
  func cut(to numbers: ClosedRange<Double>) -> Scale {
    let numbers = Self.around(numbers)
    var scale = self
    (scale.low, scale.high) = (numbers.lowerBound, numbers.upperBound)
    scale.marks.removeAll { !numbers.contains($0.number) }
    return scale
  }
}
