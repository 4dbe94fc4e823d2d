/// A TLS proxy in front of a fault server, with a self-signed certificate.
public final class TLSFront: Sendable {
  /// The port on which it listens.
  public let port: UInt16

  /// The path of the certificate, in PEM, which is its own authority.
  public var certificate: String { identity.file }

  private let identity: FaultCertificate
  private let server: FaultServer
  private let child: ChildProcess

  /// Starts a proxy in front of a server.
  ///
  /// - Parameter name: the certificate's alternative name, such as `IP:127.0.0.1`.
  public init(_ server: FaultServer, name: String = "IP:127.0.0.1") throws {
    self.server = server
    identity = try FaultCertificate(name: name)
    child = try ChildProcess([
      "python3", "-c", Self.script, identity.file, identity.key, "\(server.port)",
    ])
    guard let port = UInt16(child.firstLine) else {
      throw FaultServerError("TLS did not start: '\(child.firstLine)'")
    }
    self.port = port
  }

  /// Its base URL, without a slash at the end.
  public var url: String { "https://127.0.0.1:\(port)" }

  /// Decrypts requests for the server, and encrypts its answers.
  private static let script = """
    import socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    listener = socket.create_server(('127.0.0.1', 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
    def serve(client):
        try:
            client = context.wrap_socket(client, server_side=True)
        except OSError:
            return
        plain = socket.create_connection(('127.0.0.1', int(sys.argv[3])))
        threading.Thread(target=copy, args=(client, plain), daemon=True).start()
        copy(plain, client)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
