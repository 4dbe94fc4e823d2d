import CMicroHTTPD
import Glibc

/// The daemon of libmicrohttpd, whose callbacks it brings to a ``ShopServer``.
// Unchecked: the pointer never changes, and the library may be called on any thread.
struct Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Opens the library where nobody has yet.
  static func open() throws(ShopServerError) {
    if let reason = CMicroHTTPDOpen() {
      throw ShopServerError(
        .library, "serving needs libmicrohttpd, which cannot be opened: \(String(cString: reason))",
        hint: "on Debian, 'apt-get install libmicrohttpd12' brings it")
    }
  }

  /// Starts.
  ///
  /// - Parameters:
  ///   - socket: listens already.
  ///   - server: is called; whoever starts keeps it until ``stop()`` has returned.
  init(
    listeningAt socket: Int32, for server: ShopServer, _ settings: ShopServerSettings
  ) throws(ShopServerError) {
    var values = CMicroHTTPDSettings()
    values.listeningSocket = socket
    values.maximumConnections = UInt32(clamping: settings.maximumConnections)
    values.idleSeconds = UInt32(clamping: settings.idleSeconds)
    values.memoryPerConnection = settings.memoryPerConnection
    values.context = Unmanaged.passUnretained(server).toOpaque()
    values.began = { context, target, connection in
      guard let server = ShopServer.from(context), let target, let connection else { return nil }
      let served = server.begin(on: connection, target: String(validatingCString: target))
      return Unmanaged.passRetained(served).toOpaque()
    }
    values.handle = { context, _, _, method, _, bytes, count, place in
      guard let server = ShopServer.from(context), let method, let count,
        let held = place?.pointee
      else { return .NO }
      let served = Unmanaged<ServedRequest>.fromOpaque(held).takeUnretainedValue()
      let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
      count.pointee = 0
      return server.go(on: served, method: String(cString: method), piece) ? .YES : .NO
    }
    values.ended = { context, connection, place, _ in
      guard let server = ShopServer.from(context), let held = place?.pointee else { return }
      place?.pointee = nil
      server.end(Unmanaged<ServedRequest>.fromOpaque(held).takeRetainedValue())
    }
    values.connection = { context, connection, place, code in
      guard let server = ShopServer.from(context), let connection, let place else { return }
      if code == .CONNECTION_NOTIFY_STARTED {
        place.pointee = Unmanaged.passRetained(server.open(connection)).toOpaque()
      } else if let held = place.pointee {
        place.pointee = nil
        server.close(Unmanaged<Connection>.fromOpaque(held).takeRetainedValue())
      }
    }
    guard let started = CMicroHTTPDStart(&values) else {
      throw ShopServerError(
        .system, "libmicrohttpd does not start: \(String(cString: strerror(errno)))")
    }
    pointer = started
  }

  /// Accepts no connection any more.
  func quiesce() {
    let socket = CMicroHTTPDQuiesce(pointer)
    if socket >= 0 { Glibc.close(socket) }
  }

  /// Closes every connection and waits for the daemon's thread; none may be suspended.
  func stop() { CMicroHTTPDStop(pointer) }
}

extension ShopServer {
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> ShopServer? {
    context.map { Unmanaged<ShopServer>.fromOpaque($0).takeUnretainedValue() }
  }
}
