// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window is killed and opened again, and so is each program under it, in every state.
@Suite(.serialized)
struct RestartTests {
    @Test(arguments: RestartScene.Moment.allCases)
    func `The window shows and controls calls as before when it or a program under it was killed`(
        _ moment: RestartScene.Moment
    ) throws {
        let scene = try RestartScene(moment)
        let (window, desktop) = (scene.window, scene.window.desktop)
        try desktop.startAgent(environment: desktop.bus.withoutSound)
        try window.open(moment.links)
        try scene.begin()
        try scene.expect()
        try window.kill()
        try window.open(moment.links)
        try scene.expect()
        // From here on the same window must follow.
        try desktop.stage.restart()
        try desktop.killAgent()
        try scene.page.directory.kill()
        try scene.expect()
        try desktop.startAgent(environment: desktop.bus.withoutSound)
        try scene.page.directory.start()
        try scene.expect()
        try scene.act()
        try window.screen.type("ctrl+e")
        try scene.app.expect("end")
    }
}
