import CoreJSON
import FoundationEssentials
import Synchronization
import WebMessages

/// A service with reviews that honours keys and `If-Match`.
final class StubService: Sendable {
  /// The point at which a request fails.
  enum Moment: Sendable {
    /// Before the service has received it.
    case before
    /// After the service has carried it out.
    case after
  }

  struct Record: Sendable {
    var fields: JSONObject
    var version = 1
  }

  private struct State {
    var records: [String: Record] = [:]
    var keys: [String: String] = [:]
    var last = 0
    var fault: (moment: Moment, error: any Error)?
    var answer: (@Sendable (HTTPRequest) async throws -> HTTPResponse?)?
  }

  private let state = Mutex(State())

  /// The records by their paths.
  var records: [String: Record] { state.withLock(\.records) }

  /// The comments of all reviews, in any order.
  var comments: [String] {
    records.values.compactMap { record in
      if case .string(let text)? = record.fields["comment"] { text } else { nil }
    }
  }

  /// Stores a record under a path such as `products/p-1/reviews/r-1`.
  func put(_ path: String, _ fields: JSONObject) {
    state.withLock { $0.records["/v1/" + path, default: Record(fields: [:])].fields = fields }
    state.withLock { $0.records["/v1/" + path]?.version += 1 }
  }

  func remove(_ path: String) { state.withLock { $0.records["/v1/" + path] = nil } }

  /// Makes all writes fail at this point; nil ends that.
  func fail(_ fault: (moment: Moment, error: any Error)?) { state.withLock { $0.fault = fault } }

  /// Sets a closure that may answer instead of the service.
  func intercept(_ answer: (@Sendable (HTTPRequest) async throws -> HTTPResponse?)?) {
    state.withLock { $0.answer = answer }
  }

  /// Answers all writes with this status.
  func refuse(_ status: Int, _ headers: HTTPHeaders = [:], _ body: String = "") {
    intercept { request in
      guard request.method.isWrite else { return nil }
      return HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
    }
  }

  func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let answer = state.withLock(\.answer), let response = try await answer(request) {
      return response
    }
    let fault = request.method.isWrite ? state.withLock(\.fault) : nil
    if let fault, fault.moment == .before { throw fault.error }
    let response = carryOut(request)
    if let fault { throw fault.error }
    return response
  }

  private func carryOut(_ request: HTTPRequest) -> HTTPResponse {
    let path = request.url.path()
    return state.withLock { state in
      switch request.method {
      case .post:
        guard let key = request.headers["Idempotency-Key"] else {
          return HTTPResponse(status: 400)
        }
        if let location = state.keys[key] {
          return HTTPResponse(status: 201, headers: ["Location": location])
        }
        state.last += 1
        let location = "\(path)/r-\(state.last)"
        state.keys[key] = location
        state.records[location] = Record(fields: Self.fields(request))
        return HTTPResponse(status: 201, headers: ["Location": location])
      case .put:
        guard var record = state.records[path] else { return HTTPResponse(status: 404) }
        guard Self.matches(request, record) else { return HTTPResponse(status: 412) }
        record.fields = Self.fields(request)
        record.version += 1
        state.records[path] = record
        return HTTPResponse(status: 200, headers: ["ETag": "\"\(record.version)\""])
      case .delete:
        guard let record = state.records[path] else { return HTTPResponse(status: 404) }
        guard Self.matches(request, record) else { return HTTPResponse(status: 412) }
        state.records[path] = nil
        return HTTPResponse(status: 204)
      default:
        guard let record = state.records[path],
          let response = try? HTTPResponse(
            json: JSONValue.object(record.fields), headers: ["ETag": "\"\(record.version)\""])
        else { return HTTPResponse(status: 404) }
        return response
      }
    }
  }

  private static func matches(_ request: HTTPRequest, _ record: Record) -> Bool {
    request.headers["If-Match"].map { $0 == "\"\(record.version)\"" } ?? true
  }

  /// The fields of a form, with the rating as a number, as in a service's JSON.
  private static func fields(_ request: HTTPRequest) -> JSONObject {
    let text = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
    var fields = JSONObject()
    for part in text.split(separator: "name=\"").dropFirst() {
      let name = String(part.prefix { $0 != "\"" })
      guard let start = part.firstRange(of: "\r\n\r\n")?.upperBound,
        let end = part[start...].firstRange(of: "\r\n--")?.lowerBound
      else { continue }
      let value = String(part[start..<end])
      fields[name] = name == "rating" ? Int(value).map(JSONValue.integer) : .string(value)
    }
    return fields
  }
}
