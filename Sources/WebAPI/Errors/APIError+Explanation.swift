public import FoundationEssentials
import WebMessages

extension APIError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The kind of error: a few words in lower case, without a full stop.
  public var failureReason: String? { reason }

  /// What to do next: a few words in lower case, without a full stop.
  ///
  /// nil if the server failed and gave its own explanation.
  public var recoverySuggestion: String? {
    if mayHaveBeenApplied { return "check whether the change was made before trying again" }
    if let retryAfter { return "try again in \(retryAfter.wholeSeconds)" }
    return switch code {
    case .unprocessable where status == 429: "try again later"
    case .unconnected: remedy ?? "check the connection and the address, and try again"
    case .unavailable where isNotFound: "check the name or the id"
    case .unavailable where isElsewhere, .limit where isElsewhere: "check the address"
    case .unavailable where isUnreadable: "check the address and the service's format"
    case .unavailable: detail != nil && (status ?? 0) >= 500 ? nil : "try again later"
    case .unprocessable, .invalid: "correct the request and try again"
    case .unauthorized: remedy ?? "sign in and try again"
    case .forbidden: "sign in as a user who may do this"
    case .limit: "request less at a time"
    }
  }

  private var isElsewhere: Bool { (300..<400).contains(status ?? 0) }

  /// Whether the status is 2xx but the body could not be decoded.
  public var isUnreadable: Bool { code == .unavailable && (200..<300).contains(status ?? 0) }

  private var reason: String {
    switch code {
    case .unconnected: "not connected"
    case .unavailable:
      if isUnreadable {
        "unexpected response"
      } else if isElsewhere {
        "redirect not followed"
      } else {
        isNotFound ? "404 Not found" : "the service is unavailable"
      }
    case .unprocessable where status == 429: "too many requests"
    case .unprocessable: "the server rejected the request as invalid"
    case .unauthorized: "sign-in required"
    case .forbidden: "permission denied"
    case .limit: "limit exceeded"
    case .invalid: "invalid request"
    }
  }
}

extension APIError: CustomStringConvertible {
  private static let shownProblems = 5
  /// What happened, why, and in which request: one line without a full stop.
  public var description: String {
    var text = reason
    if isNotFound {
      if let request { text += ": \(request)" }
      if let because { text += " (\(because))" }
    } else {
      if let because { text += ": \(because)" }
      let place = [request, status.map(String.init)].compactMap(\.self).joined(separator: ", ")
      if !place.isEmpty { text += " (\(place))" }
    }
    return text + sendings
  }

  private var sendings: String {
    let isCounted = mayHaveBeenApplied || timesSent > 1 || status == 429 && isWrite
    let times =
      switch timesSent {
      case _ where !isCounted: ""
      case 0: ""
      case 1: "; sent once"
      default: "; sent \(timesSent) times"
      }
    guard mayHaveBeenApplied else { return times }
    return times.isEmpty
      ? "; the change may have been applied" : times + "; it may have been applied"
  }

  private var isWrite: Bool {
    request.flatMap { HTTPMethod(rawValue: String($0.prefix { $0 != " " })) }?.isWrite ?? false
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
    // The problems share one line: the fewer there are, the longer each may be.
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
  /// The duration in whole seconds, rounded up, such as `3 seconds`.
  var wholeSeconds: String {
    let (seconds, attoseconds) = components
    let whole = max(attoseconds > 0 ? seconds + 1 : seconds, 1)
    return whole == 1 ? "1 second" : "\(whole) seconds"
  }
}
