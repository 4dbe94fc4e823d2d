import Glibc

/// A TLS proxy in front of a fault server, with a self-signed certificate.
public final class TLSFront: Sendable {
  /// The port on which it listens.
  public let port: UInt16

  /// The path of the certificate, in PEM, which is its own authority.
  public var certificate: String { identity.file }

  private let identity: FaultCertificate
  private let server: FaultServer
  private let child: ChildProcess

  /// Whether a proxy asks its clients for a certificate.
  public enum ClientRule: Sendable {
    /// It does not ask.
    case none
    /// It asks, and records what it gets.
    case asks(authority: String)
    /// It refuses clients without a certificate of that authority.
    case requires(authority: String)

    fileprivate var arguments: [String] {
      switch self {
      case .none: ["none", ""]
      case .asks(let authority): ["asks", authority]
      case .requires(let authority): ["requires", authority]
      }
    }
  }

  /// Starts a proxy in front of a server.
  ///
  /// - Parameters:
  ///   - name: the certificate's alternative name, such as `IP:127.0.0.1`.
  ///   - clients: whether it asks its clients for a certificate.
  ///   - onlyTLS12: whether it knows no newer version of TLS than 1.2.
  public init(
    _ server: FaultServer, name: String = "IP:127.0.0.1", clients: ClientRule = .none,
    onlyTLS12: Bool = false
  ) throws {
    self.server = server
    identity = try FaultCertificate(name: name)
    child = try ChildProcess(
      [
        "python3", "-c", Self.script, identity.file, identity.key, "\(server.port)",
        identity.folder + "/clients", onlyTLS12 ? "1.2" : "1.3",
      ] + clients.arguments)
    guard let port = UInt16(child.firstLine) else {
      throw FaultServerError("TLS did not start: '\(child.firstLine)'")
    }
    self.port = port
  }

  /// Its base URL, without a slash at the end.
  public var url: String { "https://127.0.0.1:\(port)" }

  /// The common name of the certificate that each connection presented so far, `-` for none; in order.
  ///
  /// A connection is recorded before its first request reaches the server.
  public var clients: [String] {
    guard let file = fopen(identity.folder + "/clients", "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Decrypts requests for the server, and encrypts its answers.
  private static let script = """
    import os, socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    if sys.argv[5] == '1.2':
        context.maximum_version = ssl.TLSVersion.TLSv1_2
    if sys.argv[6] != 'none':
        context.load_verify_locations(sys.argv[7])
        context.verify_mode = ssl.CERT_REQUIRED if sys.argv[6] == 'requires' else ssl.CERT_OPTIONAL
    clients = open(sys.argv[4], 'a')
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
            client = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
            client.do_handshake()
        except OSError:
            # A socket that is closed before all was read resets the connection, and the alert is lost.
            try:
                while os.read(client.fileno(), 65536):
                    pass
            except OSError:
                pass
            return
        subject = dict(part[0] for part in (client.getpeercert() or {}).get('subject', ()))
        clients.write(subject.get('commonName', '-') + '\\n')
        clients.flush()
        plain = socket.create_connection(('127.0.0.1', int(sys.argv[3])))
        threading.Thread(target=copy, args=(client, plain), daemon=True).start()
        copy(plain, client)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
