public import FoundationEssentials

extension APIError: LocalizedError {
  /// What happened and why, as ``description`` says it.
  public var errorDescription: String? { description }

  /// What kind of failure it is, in a few words that start small and have no full stop.
  public var failureReason: String? { reason }

  /// What to do next, in a few words that start small and have no full stop.
  ///
  /// It is nil where the server failed and said why: what to do then follows from its words.
  public var recoverySuggestion: String? {
    if mayHaveBeenApplied { return "see whether the change was made before trying again" }
    return switch code {
    case .unconnected: "check the connection and the address, and try again"
    case .unavailable where isNotFound: "check the name or the id"
    case .unavailable: detail != nil && (status ?? 0) >= 500 ? nil : "try again later"
    case .unprocessable, .invalid: "correct what is wrong and try again"
    case .unauthorized: "sign in and try again"
    case .forbidden: "sign in as someone who may do this"
    case .limit: "ask for less at a time"
    }
  }

  private var reason: String {
    switch code {
    case .unconnected: "the service was not reached"
    case .unavailable:
      switch status ?? 0 {
      case 200..<300: "the answer cannot be understood"
      case 404: "there is no such thing"
      default: "the service is unavailable"
      }
    case .unprocessable: "the server refused the request as invalid"
    case .unauthorized: "a session is needed"
    case .forbidden: "the session does not allow this"
    case .limit: "a bound was passed"
    case .invalid: "the request is not valid"
    }
  }
}

extension APIError: CustomStringConvertible {
  /// What happened and why, in one line that starts small and has no full stop.
  public var description: String {
    var text = reason
    if let because { text += ": \(because)" }
    let place = [request, status.map(String.init)].compactMap(\.self).joined(separator: ", ")
    if !place.isEmpty { text += " (\(place))" }
    return mayHaveBeenApplied ? text + "; the change may have been applied" : text
  }

  private var because: String? {
    // A server repeats in its detail what it says about the first field.
    let fields = fields.filter { $0.rule != detail.map(FieldError.Rule.other) }
    let parts = [detail ?? (fields.isEmpty ? title : nil)] + fields.map(\.description)
    let text = parts.compactMap(\.self).joined(separator: "; ")
    return text.isEmpty ? nil : text.bounded(Self.bound)
  }
}
