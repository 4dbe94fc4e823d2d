import SeashellKit

/// What `chart` can draw.
enum ChartKind: String, CaseIterable, ParameterValue {
  case bar, histogram, line, scatter, spark

  /// How many numbers can be told apart by their colours.
  static let maximumSeries = 4

  var fieldCounts: ClosedRange<Int> {
    switch self {
    case .bar: 2...2
    case .histogram, .spark: 1...1
    case .line, .scatter: 2...(1 + Self.maximumSeries)
    }
  }

  var usage: String {
    switch self {
    case .bar: "a field with names and one with numbers"
    case .histogram: "one field"
    case .spark: "one field"
    case .line: "a field with times or numbers, and one to \(Self.maximumSeries) with numbers"
    case .scatter: "two fields with numbers, and at most \(Self.maximumSeries - 1) more"
    }
  }
}
