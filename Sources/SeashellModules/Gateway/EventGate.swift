import FoundationEssentials
import SeashellHosting
import SeashellKit
import WebServer

/// Lets modules receive events of the bus, and post events of their own.
struct EventGate: Sendable {
  /// The maximum size of an event that a module posts, in bytes.
  private static let longestEvent = 64 << 10

  let api: String
  let bus: EventBus
  let clock: any Clock<Duration>

  func stream(
    at target: GatewayTarget, of access: ModuleAccess, as running: RunningRequest
  ) throws(GatewayProblem) -> HTTPResponse {
    let frames = EventFrames(
      try Self.patterns(at: target, of: access), of: api, on: bus, clock: clock)
    running.onClose { frames.end() }
    let body = HTTPBody {
      defer { withExtendedLifetime(running) {} }
      return await frames.next()
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      body: body)
  }

  func post(
    _ received: ReceivedRequest, of access: ModuleAccess
  ) async throws(GatewayProblem) -> HTTPResponse {
    guard !access.heard.isEmpty else {
      throw .forbidden(
        "the module '\(access.module)' may not post events", rule: .events(.all))
    }
    let event = try Self.event(in: received.body?.data.map { Array($0) } ?? [], of: access.module)
    // The response waits for the handlers on the main actor, so that a module cannot flood them.
    await MainActor.run { bus.post(event) }
    return HTTPResponse(status: 204)
  }

  private static func patterns(
    at target: GatewayTarget, of access: ModuleAccess
  ) throws(GatewayProblem) -> [EventPattern] {
    guard let items = target.queryItems else {
      throw GatewayProblem(400, .usage, "the query has a broken escape")
    }
    var wanted: [EventPattern] = []
    for item in items {
      guard item.name == "name" else {
        throw GatewayProblem(
          400, .usage, "unknown parameter '\(item.name.prefix(100))'",
          hint: "write events?name=api.data.*")
      }
      for name in item.value.split(separator: ",") {
        guard let pattern = EventPattern(parsing: name) else {
          throw GatewayProblem(
            400, .usage, "'\(name.prefix(100))' is not a name of events",
            hint: "write a dotted name, whose last part may be *: api.data.*")
        }
        wanted.append(pattern)
      }
    }
    for pattern in wanted where !access.heard.contains(where: { $0.covers(pattern) }) {
      throw .forbidden(
        "the module '\(access.module)' may not hear the events '\(pattern.text)'",
        rule: .events(pattern))
    }
    guard !access.heard.isEmpty else {
      throw .forbidden("the module '\(access.module)' may not hear events", rule: .events(.all))
    }
    return wanted.isEmpty ? access.heard : wanted
  }

  private static func event(
    in body: [UInt8], of module: String
  ) throws(GatewayProblem) -> DynamicEvent {
    guard body.count <= longestEvent else {
      throw GatewayProblem(413, .limit, "the event is larger than 64 KiB")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(json: body)
    } catch {
      throw GatewayProblem(400, .usage, "the event is not valid JSON: \(error)")
    }
    guard case .string(let name)? = json["name"], EventPattern.isName(name) else {
      throw GatewayProblem(
        400, .usage, "the event has no dotted 'name'",
        hint: #"write {"name":"\#(module).greeted","payload":{…}}"#)
    }
    guard name.hasPrefix(module + ".") else {
      throw GatewayProblem(
        403, .forbidden, "the module '\(module)' may not post '\(name)'",
        hint: "the names of its events begin with '\(module).'")
    }
    return DynamicEvent(eventName: name, payload: json["payload"] ?? .null)
  }
}
