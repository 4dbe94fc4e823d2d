import FoundationEssentials
import SeashellKit
import WebCurl

/// Requests from one environment what its service is known to answer.
struct EnvironmentVisit: Sendable {
  /// What is known of a service.
  enum Service: Sendable {
    /// It is the shell's own API, which has a description and may have an event feed.
    case own
    /// It is an added API, with the path of an operation that a check can request; without one, any answer will do.
    case added(checkedPath: String?)
  }

  private let environment: APIEnvironment
  private let userAgent: String
  private let limit: Duration

  init(_ environment: APIEnvironment, userAgent: String, limit: Duration) {
    self.environment = environment
    self.userAgent = userAgent
    self.limit = limit
  }

  private var check: String { "environment \(environment.name)" }

  func finding(by transport: any Transport, isCurrent: Bool) async -> Finding {
    let start = ContinuousClock.now
    do {
      let response = try await transport.send(
        HTTPRequest(url: address("openapi.json"), headers: ["Accept": "application/json"]))
      let body = try await response.body.collect(upTo: 1 << 20)
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      return Finding(
        check, .ok,
        Self.joined(["inside this program, \(milliseconds) ms", Self.description(in: body)]))
    } catch {
      let error = ShellError(error)
      return Finding(
        check, isCurrent ? .failed : .warning, error.message, advice: error.hint)
    }
  }

  /// For the current environment, a problem is a failure rather than a warning.
  func findings(of service: Service, isCurrent: Bool) async -> [Finding] {
    let probe = CurlProbe(environment.transport, userAgent: userAgent, limit: limit)
    guard case .added(let path) = service else {
      let accept =
        environment.format == .jsonapi ? "application/vnd.api+json" : "application/json"
      async let description = probe.get(address("openapi.json"), accept: accept)
      async let feed = probe.get(address("events"), accept: "text/event-stream", onlyHead: true)
      let (answer, events) = await (description, feed)
      return findings(from: answer, isCurrent: isCurrent) {
        understanding(of: answer, $0, events)
      }
    }
    let answer = await probe.get(
      address(of: path), accept: "application/json, */*;q=0.5", onlyHead: true)
    return findings(from: answer, isCurrent: isCurrent) { status in
      Self.understanding(of: answer, status, to: path, check)
    }
  }

  /// - Parameter understood: returns the finding about the response, from its status.
  private func findings(
    from answer: CurlProbe.Report, isCurrent: Bool, understood: (Int) -> Finding
  ) -> [Finding] {
    let place = environment.baseURL.absoluteString
    guard let status = answer.status else {
      return [
        Finding(
          check, isCurrent ? .failed : .warning, answer.error ?? "it did not answer",
          advice: environment.unreachableHint ?? "check 'baseURL' and the network")
      ]
    }
    var findings = [
      Finding(
        check, .ok,
        Self.joined([
          "\(place) answered in \(answer.milliseconds) ms", answer.address.map { "from \($0)" },
          environment.transport.verifiesServer ? nil : "its certificate is not verified",
        ]))
    ]
    if let end = answer.certificateEnd { findings.append(certificate(until: end)) }
    findings.append(understood(status))
    return findings
  }

  /// Checks the certificate, whose end libcurl writes as `Jan 31 12:00:00 2027 GMT`.
  private func certificate(until end: String) -> Finding {
    guard let date = Self.date(end) else { return Finding(check, .ok, "certificate until \(end)") }
    let days = Int(date.timeIntervalSinceNow / 86_400)
    let day = date.formatted(.iso8601.year().month().day())
    return Finding(
      check, days < 14 ? .warning : .ok, "certificate until \(day)",
      advice: days < 14 ? "it ends in \(days) days" : nil)
  }

  private static func date(_ text: String) -> Date? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split(separator: " ")
    guard parts.count >= 4, let month = months.firstIndex(of: String(parts[0])),
      let day = Int(parts[1]), let year = Int(parts[3])
    else { return nil }
    let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return try? Date("\(year)-\(pad(month + 1))-\(pad(day))T\(parts[2])Z", strategy: .iso8601)
  }

  /// Describes the response: its format, the API's name and version, and whether it has a feed.
  private func understanding(
    of answer: CurlProbe.Report, _ status: Int, _ events: CurlProbe.Report
  ) -> Finding {
    let feed = events.status == 200 && events.mediaType == "text/event-stream"
    let parts: [String?] = [
      Self.words(answer.mediaType), status == 200 ? Self.description(in: answer.body) : "\(status)",
      feed ? "event feed" : "no event feed",
    ]
    let detail = Self.joined(parts)
    switch (status, answer.mediaType) {
    case (500..., _):
      return Finding(check, .warning, detail, advice: "the service has a problem; try again later")
    case (_, "text/html"?):
      return Finding(
        check, .warning, detail, advice: "check 'baseURL' and 'version' in config.json")
    case (_, "application/vnd.api+json"?) where environment.format != .jsonapi:
      return Finding(check, .warning, detail, advice: "set format: 'jsonapi' in config.json")
    default: return Finding(check, .ok, detail)
    }
  }

  /// Describes the response of an added API to a request for a path of its description, or for its base address.
  private static func understanding(
    of answer: CurlProbe.Report, _ status: Int, to path: String?, _ check: String
  ) -> Finding {
    guard let path else {
      return Finding(
        check, .ok,
        "reachable: its base address answers \(status); no operation is described that a check can"
          + " request")
    }
    let detail = joined(["GET \(path.prefix(80)) answers \(status)", words(answer.mediaType)])
    switch status {
    case 404, 410:
      return Finding(
        check, .warning, detail,
        advice: "it is described, so check 'baseURL', or read the description again: 'api refresh'")
    case 500...:
      return Finding(check, .warning, detail, advice: "the service has a problem; try again later")
    default: return Finding(check, .ok, detail)
    }
  }

  private static func words(_ mediaType: String?) -> String {
    switch mediaType {
    case "application/vnd.api+json"?: "JSON:API"
    case let type? where type.hasSuffix("/json") || type.hasSuffix("+json"): "plain JSON"
    case "text/html"?: "an HTML page"
    case let type?: String(type.prefix(40))
    case nil: "no media type"
    }
  }

  /// The name and version in an OpenAPI description; nil for other bodies.
  private static func description(in body: Data) -> String? {
    let info = JSONValue(body: body)?["info"]
    guard case .string(let title)? = info?["title"], case .string(let version)? = info?["version"]
    else { return nil }
    return "\(title.prefix(40)) \(version.prefix(20))"
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The address of a described path, which is escaped as it is.
  private func address(of path: String?) -> URL {
    guard let path else { return environment.baseURL }
    let base = address("").absoluteString
    return URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + path)
      ?? environment.baseURL
  }

  private func address(_ path: String) -> URL {
    environment.baseURL.appending(path: (environment.version.map { $0 + "/" } ?? "") + path)
  }
}
