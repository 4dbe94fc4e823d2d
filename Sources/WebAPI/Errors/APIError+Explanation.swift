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
    if let retryAfter { return "try again in \(retryAfter.wholeSeconds)" }
    return switch code {
    case .unprocessable where status == 429: "try again later"
    case .unconnected: "check the connection and the address, and try again"
    case .unavailable where isNotFound: "check the name or the id"
    case .unavailable where isElsewhere, .limit where isElsewhere: "check the address"
    case .unavailable: detail != nil && (status ?? 0) >= 500 ? nil : "try again later"
    case .unprocessable, .invalid: "correct what is wrong and try again"
    case .unauthorized: remedy ?? "sign in and try again"
    case .forbidden: "sign in as someone who may do this"
    case .limit: "ask for less at a time"
    }
  }

  /// Whether the server sends the client somewhere that it does not go.
  private var isElsewhere: Bool { (300..<400).contains(status ?? 0) }

  private var reason: String {
    switch code {
    case .unconnected: "not connected"
    case .unavailable:
      switch status ?? 0 {
      case 200..<300: "the answer cannot be understood"
      case 404: "there is no such thing"
      default: "the service is unavailable"
      }
    case .unprocessable where status == 429: "the server is asked too often"
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
    let asked = retryAfter.map { "the server asks to wait \($0.wholeSeconds)" }
    let parts = [detail ?? (fields.isEmpty ? title : nil)] + fields.map(\.description) + [asked]
    let text = parts.compactMap(\.self).joined(separator: "; ")
    return text.isEmpty ? nil : text.bounded(Self.bound)
  }
}

extension Duration {
  /// The seconds, rounded up, in words: `3 seconds`.
  var wholeSeconds: String {
    let (seconds, attoseconds) = components
    let whole = max(attoseconds > 0 ? seconds + 1 : seconds, 1)
    return whole == 1 ? "1 second" : "\(whole) seconds"
  }
}
