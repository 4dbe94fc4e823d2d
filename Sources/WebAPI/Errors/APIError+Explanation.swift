public import FoundationEssentials
import Glibc
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
    if let retryAfter { return "try again in \(retryAfter.words)" }
    if let remedy { return remedy }
    return switch code {
    case .unprocessable where isLimited: "try again later"
    case .unconnected: "check the connection and the address, and try again"
    case .unavailable where isNotFound: "check the name or the id"
    case .unavailable where isElsewhere, .limit where isElsewhere: "check the address"
    case .unavailable where isUnreadable: "check the address and the service's format"
    case .unavailable where status == 501: "this server cannot do it"
    case .unavailable: detail != nil && (status ?? 0) >= 500 ? nil : "try again later"
    case .unprocessable: suggestionForStatus
    case .invalid: "correct the request and try again"
    case .unauthorized: "sign in and try again"
    case .forbidden: "sign in as a user who may do this"
    case .limit: "request less at a time"
    }
  }

  private var suggestionForStatus: String? {
    switch status ?? 400 {
    case 400, 422: "correct the request and try again"
    case 405: "it does not take \(request.map { String($0.prefix { $0 != " " }) } ?? "this method")"
    case 406: "ask for another type: --header 'Accept: TYPE'"
    case 408, 425: "try again later"
    case 409: "it exists already, or was changed meanwhile: read it again"
    case 410: "it is gone for good"
    case 411, 413, 414, 431: "send less at a time"
    case 412: "it was changed meanwhile: read it again"
    case 415: Self.typeHint
    case 423, 424: "it is locked, or waits for another: try again later"
    case 428: "give its version: --header If-Match:…"
    default: nil
    }
  }

  /// Whether a rate limit is used up, which some servers report as 403.
  var isLimited: Bool { code == .unprocessable && (status == 429 || status == 403) }

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
    case .unprocessable where isLimited: "too many requests"
    case .unprocessable:
      switch status ?? 400 {
      case 400, 422: "the server rejected the request as invalid"
      case 411, 413, 414, 431: "the request is too large for the server"
      default: "the server refused the request"
      }
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
    if mismatch == .pages, let detail { return detail }
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
    let isCounted = mayHaveBeenApplied || timesSent > 1 || isLimited && isWrite
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
    let asked = retryAfter.map { "the server asks to wait \($0.wordsUntil)" }
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
  var wholeSeconds: String { Self.text(seconds, "second") }

  /// The duration in the unit that suits it: `3 seconds`, `20 minutes`, `5 hours`, `3 days`.
  var words: String {
    switch seconds {
    case ..<120: wholeSeconds
    case ..<7_200: Self.text((seconds + 59) / 60, "minute")
    case ..<172_800: Self.text((seconds + 3_599) / 3_600, "hour")
    default: Self.text((seconds + 86_399) / 86_400, "day")
    }
  }

  /// The duration, and the local time at its end if that is more than a minute ahead: `until 14:05 (5 minutes)`.
  var wordsUntil: String {
    guard seconds > 60 else { return words }
    var end = time(nil) + seconds
    var parts = tm()
    localtime_r(&end, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var text = "\(padded(parts.tm_hour)):\(padded(parts.tm_min))"
    if seconds >= 72_000 {
      text = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday)) " + text
    }
    return "until \(text) (\(words))"
  }

  private var seconds: Int {
    let (seconds, attoseconds) = components
    return max(Int(attoseconds > 0 ? seconds + 1 : seconds), 1)
  }

  private static func text(_ count: Int, _ unit: String) -> String {
    count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
  }
}
