// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// One call of one app.
@Suite(.daemonLogs)
struct OneCallTests {
    let scene: Scene
    let phone: Player

    init() throws {
        scene = try Scene()
        phone = try scene.app("Phone")
    }

    /// A call that is talked on.
    private func talk() throws {
        try phone.does("ring A")
        try scene.settle()
        try phone.does("request answer A")
        try scene.settle()
    }

    @Test func `an incoming call is answered at a shell`() throws {
        try phone.does("ring A")
        #expect(try scene.story() == ["Phone": ["A reported"]])
        try scene.shell().ask("Answer", "A")
        #expect(try scene.story() == ["Phone": ["answer A", "activate"]])
    }

    @Test func `an incoming call is answered in the app, by the same way`() throws {
        try phone.does("ring A", "request answer A")
        #expect(try scene.story() == ["Phone": ["A reported", "accepted", "answer A", "activate"]])
    }
}
