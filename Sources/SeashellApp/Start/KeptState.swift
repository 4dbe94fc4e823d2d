import FoundationEssentials
import SeashellKit
import ShellChecks
import WebAuthorization
import WebCurl

/// What a test begins with besides the state of the shell, and what is put back after it: the cookies and, of the tests of a
/// file, the files of the shell.
@MainActor
struct KeptState {
  private let folders: [KeptFolder]
  private let cookies: CookieJars.Contents
  private let keepsCookies = CookieJars.shared.isOn
  private let readAgain: @MainActor () throws -> Void

  private let end: () throws -> Void

  /// - Parameters:
  ///   - directories: the folders of the shell's files.
  ///   - readAgain: reads what is put back.
  init(_ directories: Directories, readAgain: @escaping @MainActor () throws -> Void) throws {
    cookies = try CookieJars.shared.contents()
    if directories.areTemporary {
      end = {}
    } else {
      // A test of a script works on copies of the user's files.
      let folder = try TestSettings.makeFolder()
      end = {
        try directories.useCopies(in: nil)
        try FileManager.default.removeItem(atPath: folder)
      }
      do {
        try directories.useCopies(in: folder)
      } catch {
        try? end()
        throw error
      }
    }
    folders = [directories.configuration, directories.state].map(KeptFolder.init)
    self.readAgain = readAgain
    CookieJars.shared.isOn = true
    RunningTest.begin()
  }

  func restore() throws {
    RunningTest.end()
    CookieJars.shared.isOn = keepsCookies
    // The files are put back even if libcurl fails.
    let replacing = Result { try CookieJars.shared.replace(with: cookies) }
    let changed = try folders.flatMap { try $0.restore() }
    try end()
    if !changed.isEmpty { CredentialFile.haveBeenReplaced() }
    // Most tests sign in at most.
    if !changed.allSatisfy({ $0.hasPrefix("tokens/") }) { try readAgain() }
    try replacing.get()
  }
}

/// The files of a folder, and of those in it.
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
  /// - Returns: the names of the files that were changed.
  /// - Throws: an error if a file cannot be written or removed.
  func restore() throws -> [String] {
    let now = Self.files(in: path)
    let changed = Set(now.keys).union(files.keys).filter { now[$0] != files[$0] }
    for name in changed {
      let file = "\(path)/\(name)"
      guard let data = files[name] else {
        try FileManager.default.removeItem(atPath: file)
        continue
      }
      try data.write(to: URL(filePath: file), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
    return Array(changed)
  }

  private static func files(in path: String) -> [String: Data] {
    var files: [String: Data] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
      files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
    }
    return files
  }
}
