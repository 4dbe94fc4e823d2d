import FaultServer
import Foundation

/// nginx in front of a fault server, to speak HTTP/2 in its place.
final class NginxFront: Sendable {
  /// Whether nginx is installed.
  static let isThere = FileManager.default.isExecutableFile(atPath: path)

  let url: String
  var certificate: String { identity.file }

  private static let path = "/usr/sbin/nginx"
  private let identity: FaultCertificate
  private let child: ChildProcess

  init(_ server: FaultServer) throws {
    identity = try FaultCertificate(name: "IP:127.0.0.1")
    let port = try FaultServer.freePort()
    url = "https://127.0.0.1:\(port)"
    let folder = identity.folder
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
    let configuration = """
      daemon off; master_process off; pid \(folder)/pid; error_log /dev/null;
      events { worker_connections 512; }
      http {
        access_log off; \(places)
        server {
          listen 127.0.0.1:\(port) ssl http2;
          ssl_certificate \(identity.file); ssl_certificate_key \(identity.key);
          client_max_body_size 0; proxy_buffering off; proxy_request_buffering off;
          location / {
            proxy_pass \(server.url); proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header X-Protocol $server_protocol;
            proxy_set_header X-Connection $connection;
          }
        }
      }
      """
    let file = folder + "/nginx.conf"
    try Data(configuration.utf8).write(to: URL(filePath: file))
    child = try ChildProcess([Self.path, "-c", file, "-e", "/dev/null"], speaks: false)
  }
}
