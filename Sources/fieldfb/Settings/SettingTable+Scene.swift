import FieldCore

/// The settings of what is behind the field and over it.
extension Setting {
    /// The longest text, in bytes.
    static let longestText = 4096

    static var pictureSettings: [Setting] {
        [
            .file(Place(.picture, "Poster", "A PNG or JPEG file behind the field; empty: none."),
                get: { $0.poster }, set: { $0.poster = $1 }),
            .choice(Place(.picture, "PosterFit", "How it is made to suit the screen."),
                { (fit: PictureFit) in fit.rawValue },
                get: { $0.scene.posterFit }, set: { $0.scene.posterFit = $1 }),
            .colour(Place(.picture, "Scrim", "Colour of the veil between poster and field."),
                get: { $0.scene.scrim.colour }, set: { $0.scene.scrim.colour = $1 }),
            .number(Place(.picture, "ScrimStrength", "How thick the veil is while the field runs; 1 hides the poster."), 0...1,
                get: { $0.scene.scrim.strength }, set: { $0.scene.scrim.strength = $1 }),
            .file(Place(.picture, "Logo", "A PNG or JPEG file over the field; empty: none."),
                get: { $0.logo }, set: { $0.logo = $1 }),
            .place(Place(.picture, "LogoPlace", "Where the logo stands."),
                get: { $0.scene.logo.place }, set: { $0.scene.logo.place = $1 }),
            .number(Place(.picture, "LogoSize", "Its longest side, as a part of the screen's shorter side."), 0.01...1,
                get: { $0.scene.logo.size }, set: { $0.scene.logo.size = $1 }),
            .choice(Place(.picture, "LogoField", "Whether the field goes on under the logo or leaves its place free."),
                { (surroundings: LogoParameters.Surroundings) in surroundings.rawValue },
                get: { $0.scene.logo.field }, set: { $0.scene.logo.field = $1 }),
        ]
    }

    static var textSettings: [Setting] {
        [
            .words(Place(.text, "Message", "The line of text; empty: none."),
                get: { $0.message }, set: { $0.message = $1 }),
            .words(Place(.text, "Detail", "A smaller line below it; empty: none."),
                get: { $0.detail }, set: { $0.detail = $1 }),
            .file(Place(.text, "Font", "A font file; empty: one that is found in the usual folders."),
                get: { $0.font }, set: { $0.font = $1 }),
            .colour(Place(.text, "TextColour", "Colour of the words."),
                get: { $0.scene.text.colour }, set: { $0.scene.text.colour = $1 }),
            .number(Place(.text, "TextSize", "Size of the message's letters, in points."), 4...400,
                get: { $0.scene.text.size }, set: { $0.scene.text.size = $1 }),
            .place(Place(.text, "TextPlace", "Where words and progress stand."),
                get: { $0.scene.text.place }, set: { $0.scene.text.place = $1 }),
        ]
    }

    static var progressSettings: [Setting] {
        [
            .text(Place(.progress, "Progress", "How much is done, in percent."), allowed: Progress.allowed,
                get: { $0.progress.word },
                set: { settings, text in
                    guard let progress = Progress(parsing: text) else { return false }
                    settings.progress = progress
                    return true
                }),
            .choice(Place(.progress, "ProgressStyle", "What it is shown as."),
                { (style: ProgressParameters.Style) in style.rawValue },
                get: { $0.scene.progress.style }, set: { $0.scene.progress.style = $1 }),
            .number(Place(.progress, "ProgressLength", "Length of the bar, as a part of the width it has."), 0.05...1,
                get: { $0.scene.progress.length }, set: { $0.scene.progress.length = $1 }),
            .text(Place(.progress, "ProgressLabel", "What stands beside it."), allowed: ProgressLabel.allowed,
                get: { $0.progressLabel.word },
                set: { settings, text in
                    guard let label = ProgressLabel(parsing: text) else { return false }
                    settings.progressLabel = label
                    return true
                }),
            .flag(Place(.progress, "ProgressField", "Whether the field grows with it."),
                get: { $0.scene.progress.movesField }, set: { $0.scene.progress.movesField = $1 }),
        ]
    }

    static var panelSettings: [Setting] {
        [
            .flag(Place(.panel, "Panel", "Whether words and progress stand on a panel."),
                get: { $0.hasPanel }, set: { $0.hasPanel = $1 }),
            .place(Place(.panel, "PanelPlace", "Where the panel stands."),
                get: { $0.scene.panel.place }, set: { $0.scene.panel.place = $1 }),
            .colour(Place(.panel, "PanelColour", "Its colour."),
                get: { $0.scene.panel.colour }, set: { $0.scene.panel.colour = $1 }),
            .number(Place(.panel, "PanelCorner", "Radius of its corners, in points."), 0...1000,
                get: { $0.scene.panel.corner }, set: { $0.scene.panel.corner = $1 }),
            .number(Place(.panel, "PanelDim", "How dark it makes what is behind."), 0...1,
                get: { $0.scene.panel.dim }, set: { $0.scene.panel.dim = $1 }),
            .number(Place(.panel, "PanelBlur", "How much it blurs what is behind, which then stands; in points."), 0...100,
                get: { $0.scene.panel.blur }, set: { $0.scene.panel.blur = $1 }),
            .number(Place(.panel, "PanelFade", "Seconds in which it comes and goes; 0 cuts."), 0...10,
                get: { $0.panelTimes.fade }, set: { $0.panelTimes.fade = $1 }),
            .number(Place(.panel, "PanelGrace", "Seconds after which it comes; what ends sooner shows nothing."), 0...3600,
                get: { $0.panelTimes.grace }, set: { $0.panelTimes.grace = $1 }),
            .number(Place(.panel, "PanelMinimum", "Seconds that it stays at least, once it is there."), 0...3600,
                get: { $0.panelTimes.minimum }, set: { $0.panelTimes.minimum = $1 }),
            .number(Place(.panel, "PanelTimeout", "Seconds after which it goes by itself; 0: never."), 0...86400,
                get: { $0.panelTimes.timeout }, set: { $0.panelTimes.timeout = $1 }),
        ]
    }

    /// Those of the field that are about its place.
    static var clipSettings: [Setting] {
        [
            .choice(Place(.field, "FieldShape", "What the field is cut to."),
                { (shape: FieldClip.Shape) in shape.rawValue },
                get: { $0.scene.clip.shape }, set: { $0.scene.clip.shape = $1 }),
            .text(Place(.field, "FieldRegion", "The part of the screen it has."), allowed: FieldClip.Region.allowed,
                get: { $0.scene.clip.region.text },
                set: { settings, text in
                    guard let region = FieldClip.Region(parsing: text) else { return false }
                    settings.scene.clip.region = region
                    return true
                }),
            .number(Place(.field, "FieldCorner", "Radius of a rounded shape's corners, in points."), 0...1000,
                get: { $0.scene.clip.corner }, set: { $0.scene.clip.corner = $1 }),
        ]
    }
}
