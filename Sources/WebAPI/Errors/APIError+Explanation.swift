public import FoundationEssentials

extension APIError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The kind of error: a few words in lower case, without a full stop.
  public var failureReason: String? { reason }

  /// What to do next: a few words in lower case, without a full stop.
  ///
  /// It is nil if the server failed and said why.
  public var recoverySuggestion: String? {
    if mayHaveBeenApplied { return "see whether the change was made before trying again" }
    if let retryAfter { return "try again in \(retryAfter.wholeSeconds)" }
    return switch code {
    case .unprocessable where status == 429: "try again later"
    case .unconnected: "check the connection and the address, and try again"
    case .unavailable where isNotFound: "check the name or the id"
    case .unavailable where isElsewhere, .limit where isElsewhere: "check the address"
    case .unavailable where isUnreadable: "see whether the client expects the service's format"
    case .unavailable: detail != nil && (status ?? 0) >= 500 ? nil : "try again later"
    case .unprocessable, .invalid: "correct what is wrong and try again"
    case .unauthorized: remedy ?? "sign in and try again"
    case .forbidden: "sign in as someone who may do this"
    case .limit: "ask for less at a time"
    }
  }

  /// Whether the server redirects to where the client does not follow.
  private var isElsewhere: Bool { (300..<400).contains(status ?? 0) }

  /// Whether the status is 2xx and the body is not what was expected.
  public var isUnreadable: Bool { code == .unavailable && (200..<300).contains(status ?? 0) }

  private var reason: String {
    switch code {
    case .unconnected: "not connected"
    case .unavailable:
      if isUnreadable {
        "the answer cannot be understood"
      } else {
        isNotFound ? "there is no such thing" : "the service is unavailable"
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
  /// The largest number of problems that the description shows.
  private static let shownProblems = 5

  /// What happened and why: one line in lower case, without a full stop.
  public var description: String {
    var text = reason
    if let because { text += ": \(because)" }
    let place = [request, status.map(String.init)].compactMap(\.self).joined(separator: ", ")
    if !place.isEmpty { text += " (\(place))" }
    return mayHaveBeenApplied ? text + "; the change may have been applied" : text
  }

  private var because: String? {
    let asked = retryAfter.map { "the server asks to wait \($0.wholeSeconds)" }
    if problems.isEmpty {
      // Our own detail repeats the first field's error.
      let fields = fields.filter { $0.rule != detail.map(FieldError.Rule.other) }
      let parts = [detail ?? (fields.isEmpty ? title : nil)] + fields.map(\.description) + [asked]
      let text = parts.compactMap(\.self).joined(separator: "; ")
      return text.isEmpty ? nil : text.bounded(String.errorTextLength)
    }
    // They share one line: the fewer there are, the more of each is shown.
    let shown = problems.prefix(Self.shownProblems)
    let bound = String.errorTextLength / shown.count
    let rest = problems.count - shown.count
    let parts =
      shown.map { $0.text(after: reason).bounded(bound) }
      + [rest > 0 ? "and \(rest) more" : nil, asked].compactMap(\.self)
    return parts.joined(separator: "; ")
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
