import CMicroHTTPD
import FoundationEssentials
import Glibc
import Synchronization
import WebAPI

extension ShopServer {
  /// How many bytes of a streamed body are sent at once.
  private static let pieceSize = 16 << 10

  /// The fields that the daemon writes itself.
  private static let ownFields = ["content-length", "transfer-encoding", "date"]

  /// Sends an answer, on the daemon's thread.
  ///
  /// - Returns: false where that is not possible, and the connection is to be closed.
  func send(_ response: HTTPResponse, on served: ServedRequest) -> Bool {
    served.phase = .answered
    served.status = response.status
    guard let message = message(for: response, on: served) else { return false }
    for field in response.headers where !Self.ownFields.contains(field.name.lowercased()) {
      _ = CMicroHTTPDAddHeader(message, field.name, field.value)
    }
    if isStopping.load(ordering: .relaxed), response.headers["Connection"] == nil {
      _ = CMicroHTTPDAddHeader(message, "Connection", "close")
    }
    return CMicroHTTPDSend(served.connection, UInt32(clamping: response.status), message)
      == .YES
  }

  private func message(for response: HTTPResponse, on served: ServedRequest) -> OpaquePointer? {
    if served.method == "HEAD" {
      // The length is what GET would have; nobody asks for the bytes.
      let length = response.headers["Content-Length"].flatMap { UInt64($0) }
      return CMicroHTTPDStream(
        length ?? UInt64(response.body.count ?? 0), 1, { _, _, _, _ in -2 }, nil, nil)
    }
    if let data = response.body.data {
      served.sent = data.count
      return data.withUnsafeBytes { CMicroHTTPDResponse($0.baseAddress, $0.count) }
    }
    let stream = BodyStream(connection: served.connection, suspensions: suspensions)
    served.hold(stream)
    if response.body.count == nil { served.client?.endless = served }
    stream.begin(response.body)
    let sending = StreamSending(stream: stream, served: served)
    return CMicroHTTPDStream(
      response.body.count.map { UInt64($0) } ?? .max, Self.pieceSize,
      { context, _, buffer, size in
        guard let context, let buffer else { return -2 }
        let sending = Unmanaged<StreamSending>.fromOpaque(context).takeUnretainedValue()
        switch sending.stream.read(into: .init(start: buffer, count: size)) {
        case .bytes(let count):
          sending.served.sent += count
          return count
        case .end: return -1
        case .broken: return -2
        }
      }, Unmanaged.passRetained(sending).toOpaque(),
      { context in
        guard let context else { return }
        Unmanaged<StreamSending>.fromOpaque(context).takeRetainedValue().stream.cancel()
      })
  }
}

/// What the daemon holds while it sends a body that comes in pieces.
private final class StreamSending {
  let stream: BodyStream
  let served: ServedRequest

  init(stream: BodyStream, served: ServedRequest) {
    self.stream = stream
    self.served = served
  }
}

extension ServedRequest {
  /// What the log says of the request, once it is over.
  var record: AccessRecord {
    AccessRecord(
      time: time(nil), client: client?.address ?? "-",
      method: method.isEmpty ? "-" : method, target: target ?? "-",
      status: status == 0 ? Int(CMicroHTTPDStatus(connection)) : status, bytes: sent,
      duration: ContinuousClock.now - start)
  }
}
