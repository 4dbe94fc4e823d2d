import FaultServer
import Foundation
import SeashellTesting

/// A `nats-server` with JetStream on a port of loopback, whose files are kept until it is released.
package final class StreamServer {
  /// Whether nats-server is installed.
  package static let isThere = path != nil

  package let port: UInt16
  package var url: String { "nats://127.0.0.1:\(port)" }

  private static let path = ["/usr/sbin/nats-server", "/usr/bin/nats-server"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  private let folder: TemporaryFolder
  private var child: ChildProcess?

  /// Starts a server.
  ///
  /// - Parameter configuration: what its file says besides the port and the folder.
  package init(_ configuration: String = "") throws {
    port = try FaultServer.freePort()
    folder = try TemporaryFolder()
    try configure(configuration)
    try start()
  }

  /// Replaces what its file says besides the port and the folder, for the next start.
  package func configure(_ configuration: String) throws {
    try folder.write(
      "nats.conf",
      """
      listen: 127.0.0.1:\(port)
      jetstream: { store_dir: "\(folder.path)/store" }
      \(configuration)
      """)
  }

  /// Starts it again after ``kill()``, with the files that it had.
  package func start() throws {
    child = try ChildProcess(
      [Self.path ?? "nats-server", "-c", folder.file("nats.conf")], speaks: false)
  }

  /// Kills it, as by `kill -9`.
  package func kill() { child = nil }

  /// Empties what it has kept of its consumers' progress, after ``kill()``: as when that comes while it writes it.
  package func forgetProgress() throws {
    let store = folder.file("store")
    for path in FileManager.default.enumerator(atPath: store)?.allObjects as? [String] ?? []
    where path.hasSuffix("/o.dat") {
      try Data().write(to: URL(filePath: "\(store)/\(path)"))
    }
  }

  /// Removes what it has kept, after ``kill()``.
  package func removeFiles() throws {
    try FileManager.default.removeItem(atPath: folder.file("store"))
  }
}
