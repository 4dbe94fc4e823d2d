import CoreJSON
import CoreSchemas
import SeashellKit
import ShellCommands

extension DescribedSchema {
  /// Checks the rules that a word's type does not cover; nil if there are none.
  var parser: ValueParser? {
    guard hasRules else { return nil }
    return ValueParser { [self] given in
      let text = given.text
      if let rule = brokenRule(by: text) { throw ParameterError("takes \(rule)") }
      return text
    }
  }

  /// Returns a description of a valid word, which follows "takes"; nil if the word is valid.
  ///
  /// If a pattern cannot be read or takes too long to match, only the server checks it.
  func brokenRule(by text: String) -> String? {
    guard hasRules, !(text == "null" && isNullable) else { return nil }
    if type == .string, let pattern = bounds.pattern {
      let length = text.count
      let fits = length >= bounds.minLength ?? 0 && length <= bounds.maxLength ?? .max
      let isMatch = (try? Pattern(pattern).matches(text, steps: Self.stepsOfPattern)) ?? true
      return fits && isMatch ? nil : patternRule
    }
    guard type == .number || type == .integer, let number = Double(text) else { return nil }
    if let least = bounds.minimum {
      if bounds.isMinimumExclusive, number <= least.double { return "more than \(least.text)" }
      if number < least.double { return "at least \(least.text)" }
    }
    if let most = bounds.maximum {
      if bounds.isMaximumExclusive, number >= most.double { return "less than \(most.text)" }
      if number > most.double { return "at most \(most.text)" }
    }
    if let step = bounds.multipleOf, step.double > 0 {
      let quotient = number / step.double
      // Decimal steps such as 0.01 have no exact binary form.
      let isMultiple = abs(quotient - quotient.rounded()) <= 1e-9 * max(1, abs(quotient))
      if !isMultiple { return "a multiple of \(step.text)" }
    }
    return nil
  }

  /// A description of a text that matches the pattern, which follows "takes"; nil without a pattern.
  var patternRule: String? {
    guard type == .string, choices.isEmpty, let pattern = bounds.pattern else { return nil }
    let shown = pattern.count <= 60 ? "'\(pattern)'" : "the API's pattern"
    let (least, most) = (bounds.minLength.map { "\($0)" }, bounds.maxLength.map { "\($0)" })
    return switch (least, most) {
    case (nil, nil): "a text that matches \(shown)"
    case (let least?, nil): "a text of at least \(least) characters that matches \(shown)"
    case (nil, let most?): "a text of at most \(most) characters that matches \(shown)"
    case (let least?, let most?): "a text of \(least) to \(most) characters that matches \(shown)"
    }
  }

  /// The limit is low, since each example in a help page is matched too.
  private static let stepsOfPattern = 10_000

  private var hasRules: Bool {
    switch type {
    case .string?: bounds.pattern != nil && choices.isEmpty
    case .integer?: bounds.multipleOf != nil
    case .number?:
      bounds.multipleOf != nil || bounds.minimum != nil || bounds.maximum != nil
    default: false
    }
  }
}

extension DescribedSchema {
  /// Returns the first missing required property, with dots between nested names.
  func missing(in object: JSONObject) -> String? {
    for property in members where !property.schema.isReadOnly {
      switch object[property.name] {
      case nil where property.isRequired: return property.name
      case .object(let inner)?:
        if let name = property.schema.missing(in: inner) { return "\(property.name).\(name)" }
      default: continue
      }
    }
    return nil
  }
}
