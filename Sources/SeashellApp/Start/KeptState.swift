import FoundationEssentials
import WebAuthorization
import WebCurl

/// What a test begins with besides the state of the shell, and what is put back after it: the cookies and, of the tests of a
/// file, the credentials.
@MainActor
struct KeptState {
  private let credentials: KeptFolder?
  private let cookies: CookieJars.Contents
  private let keepsCookies = CookieJars.shared.isOn

  /// - Parameter folder: the folder of the credentials; nil for those of the user, which stay as a test leaves them.
  init(_ folder: String?) throws {
    cookies = try CookieJars.shared.contents()
    credentials = folder.map(KeptFolder.init)
    CookieJars.shared.isOn = true
  }

  func restore() throws {
    CookieJars.shared.isOn = keepsCookies
    // Credentials are put back even if libcurl fails.
    let replacing = Result { try CookieJars.shared.replace(with: cookies) }
    if try credentials?.restore() == true { CredentialFile.haveBeenReplaced() }
    try replacing.get()
  }
}

/// The files of a folder.
private struct KeptFolder {
  private let path: String
  private let files: [String: Data]

  /// Reads the files; a folder that does not exist has none.
  init(_ path: String) {
    self.path = path
    files = Self.files(in: path)
  }

  /// Makes the folder what it was.
  ///
  /// - Returns: whether something was changed.
  /// - Throws: an error if a file cannot be written or removed.
  func restore() throws -> Bool {
    let now = Self.files(in: path)
    guard now != files else { return false }
    for name in now.keys where files[name] == nil {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    for (name, data) in files where now[name] != data {
      try data.write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: "\(path)/\(name)")
    }
    return true
  }

  private static func files(in path: String) -> [String: Data] {
    var files: [String: Data] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
    }
    return files
  }
}
