import ShellOutput

/// Makes a stream if its server has none of the name, and checks that it keeps what it should.
struct StreamPreparation {
  private let stream: JetStream
  private let address: String

  init(_ stream: JetStream, _ address: String) {
    (self.stream, self.address) = (stream, address)
  }

  /// - Throws: `ShellError` if another stream is in the way, or the server does not let this user make it;
  ///   ``StreamError``.
  func prepare(_ configuration: JetStream.Configuration) async throws {
    do {
      do {
        return try await check(configuration)
      } catch let error as StreamError where error.code == .notFound {
        try await stream.create(configuration)
      }
    } catch let error as StreamError where error.code == .conflict {
      // Another process may have made it meanwhile.
      do {
        try await check(configuration)
      } catch let error as StreamError where error.code == .notFound {
        throw ShellError(
          .failed,
          "another stream of \(address) keeps '\(configuration.subjects[0])', so '\(stream.name)' cannot be made",
          hint: "name that stream in config.json, or delete it: nats stream ls --subject"
            + " '\(configuration.subjects[0])'")
      }
    } catch let error as StreamError where error.code == .denied {
      throw ShellError(
        .forbidden,
        "\(address) has no stream '\(stream.name)', and this user may not make it",
        hint: "let its operator run: \(Self.command(stream.name, configuration))")
    }
  }

  /// Checks that the stream keeps the subjects.
  func check(_ configuration: JetStream.Configuration) async throws {
    let info: JetStream.Info
    do {
      info = try await stream.info()
    } catch let error as StreamError where error.code == .denied {
      // A user who may only publish does not see it.
      return
    }
    for subject in configuration.subjects
    where !info.subjects.contains(where: { Self.covers($0, subject) }) {
      throw ShellError(
        .failed, "the stream '\(stream.name)' of \(address) does not keep '\(subject)'",
        hint: "run nats stream edit \(stream.name) --subjects"
          + " '\((info.subjects + [subject]).joined(separator: ","))'")
    }
  }

  /// Whether a stream's subject has all subjects of another one.
  static func covers(_ subject: String, _ other: String) -> Bool {
    let parts = subject.split(separator: ".")
    let others = other.split(separator: ".")
    for (index, part) in parts.enumerated() {
      guard index < others.count else { return false }
      if part == ">" { return true }
      guard part == others[index] || (part == "*" && others[index] != ">") else { return false }
    }
    return parts.count == others.count
  }

  /// The command that makes a stream.
  private static func command(_ name: String, _ configuration: JetStream.Configuration) -> String {
    var command = "nats stream add \(name) --subjects '\(configuration.subjects[0])' --storage file"
    if configuration.maximumAge > .zero { command += " --max-age 7d --dupe-window 10m" }
    if let maximum = configuration.maximumPerSubject {
      command += " --max-msgs-per-subject \(maximum)"
    }
    return command + " --defaults"
  }
}
