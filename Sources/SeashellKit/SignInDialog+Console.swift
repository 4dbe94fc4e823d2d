import FoundationEssentials
public import ShellCommands
import ShellOutput
public import WebAuthorization

extension SignInDialog {
  /// Shows where the user signs in, on a console.
  @MainActor
  public init(on console: any Console) {
    self.init(
      showAddress: { address, check in
        let hasBrowser = Browser.isAvailable
        let port = address.port.map { ":\($0)" } ?? ""
        let origin = "\(address.scheme ?? "")://\(address.host() ?? "")\(port)"
        let lines = [
          hasBrowser
            ? "your browser opens this address, for you to sign in at \(origin)"
            : "open this address in a browser, to sign in at \(origin)",
          address.absoluteString,
        ]
        guard console.isInteractive else {
          // A job that fails shows its message, and not the hint.
          let problem = ShellError(
            .usage, "no browser can be opened here, so sign in without '&'")
          guard hasBrowser else { throw problem }
          for line in lines { console.instruct(line) }
          guard await Browser.open(address) else { throw problem }
          return nil
        }
        var question = Question(
          "address at which the browser ends, or its code", alternative: "--password-env NAME",
          isSecret: true)
        question.mayBeWithdrawn = true
        question.introduction =
          lines + [
            "a browser on another machine ends at a page that it cannot show: paste that page's address"
          ]
        // The address is shown before the browser opens it.
        let opening = Task {
          guard hasBrowser, await !Browser.open(address), !Task.isCancelled else { return }
          console.notify("the browser did not open; open the address yourself")
        }
        defer { opening.cancel() }
        while true {
          let answer = try await console.ask(question)
          question.introduction = []
          if answer.isEmpty { continue }
          do throws(AuthorizationError) {
            return try check(answer)
          } catch {
            question.introduction = [Self.refusal(error)]
          }
        }
      },
      showCode: { try await Self.show($0, on: console) })
  }

  /// Shows the code that the user enters on another device.
  @MainActor
  private static func show(_ device: DeviceCode, on console: any Console) async throws {
    let address = device.address.absoluteString
    var lines = ["enter the code \(device.userCode) at \(address), in any browser"]
    if let complete = device.completeAddress {
      lines.append("or open \(complete.absoluteString)")
    }
    if console.isInteractive {
      let hasBrowser = Browser.isAvailable
      var question = Question(
        hasBrowser ? "Enter opens it in your browser" : "Ctrl-C cancels", alternative: "")
      question.mayBeWithdrawn = true
      question.introduction = lines
      _ = try await console.ask(question)
      _ = await Browser.open(device.completeAddress ?? device.address)
    } else {
      for line in lines { console.instruct(line) }
    }
    console.progress(ProgressUpdate("waiting until the code \(device.userCode) is entered"))
  }

  /// Why what a user has typed is not sent, in one line.
  private static func refusal(_ error: AuthorizationError) -> String {
    if case .wrongRedirect(let reason) = error { return "that was not sent: \(reason)" }
    return "\(error.shellError.message); open the address again to try once more, or press Ctrl-C"
  }
}
