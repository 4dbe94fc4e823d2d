/// A function of expressions.
package enum Function: String, CaseIterable, Sendable {
  case length, lower, upper, trim, split, join, replace
  case round, floor, abs
  case date, format
  case sum, mean, min, max, count
  case parse, field, uuid

  /// How many arguments it takes.
  package var arguments: ClosedRange<Int> {
    switch self {
    case .uuid: 0...0
    case .length, .lower, .upper, .trim, .floor, .abs, .count, .parse, .field: 1...1
    case .round, .date: 1...2
    case .split, .join: 2...2
    case .format: 2...3
    case .replace: 3...3
    case .sum, .mean, .min, .max: 1...100
    }
  }

  /// How it is called.
  package var usage: String {
    switch self {
    case .length: "length(TEXT)"
    case .lower: "lower(TEXT)"
    case .upper: "upper(TEXT)"
    case .trim: "trim(TEXT)"
    case .split: "split(TEXT, SEPARATOR)"
    case .join: "join(LIST, SEPARATOR)"
    case .replace: "replace(TEXT, OLD, NEW)"
    case .round: "round(NUMBER) or round(NUMBER, DIGITS)"
    case .floor: "floor(NUMBER)"
    case .abs: "abs(NUMBER)"
    case .date: "date(VALUE) or date(TEXT, ZONE)"
    case .format: "format(DATE, PATTERN) or format(DATE, PATTERN, ZONE)"
    case .sum: "sum(LIST)"
    case .mean: "mean(LIST)"
    case .min: "min(LIST)"
    case .max: "max(LIST)"
    case .count: "count(LIST)"
    case .parse: "parse(JSON)"
    case .field: "field('NAME')"
    case .uuid: "uuid()"
    }
  }

  /// What it gives, for completion.
  package var abstract: String {
    switch self {
    case .length: "characters of a text, or values of a list"
    case .lower: "in lower case"
    case .upper: "in upper case"
    case .trim: "without blanks at both ends"
    case .split: "the parts of a text"
    case .join: "the values of a list as one text"
    case .replace: "a text with other parts"
    case .round: "rounded, a half away from zero"
    case .floor: "rounded down"
    case .abs: "without its sign"
    case .date: "a text or a number of seconds as a date"
    case .format: "a date as text, such as '%Y-%m-%d'"
    case .sum: "the sum of a list"
    case .mean: "the mean of a list"
    case .min: "the least value of a list"
    case .max: "the greatest value of a list"
    case .count: "how many values a list has"
    case .parse: "the value of a JSON text"
    case .field: "a field with an odd name"
    case .uuid: "a new random identifier"
    }
  }
}
