// SPDX-License-Identifier: MIT

import UIKit

/// Sends the token to the server of the app, with what `import UIKit` brings.
struct CallServer {
    let address: URL

    func send(token: Data) async throws {
        var request = URLRequest(url: address.appendingPathComponent("tokens"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["token": token.base64EncodedString()])
        let (_, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    }
}
