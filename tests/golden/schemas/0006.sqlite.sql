BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE "assignment" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	person_id INTEGER, 
	occurrence INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	sequence INTEGER NOT NULL, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	leased_until DATETIME, 
	first_shown_at DATETIME, 
	shown_at DATETIME, 
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	created_at DATETIME NOT NULL, 
	skipped_at DATETIME, 
	asks_reasons BOOLEAN DEFAULT 0 NOT NULL, 
	qualification_id INTEGER, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training', 'test'))
);
INSERT INTO "assignment" VALUES(1,1,18,2,0,'gold','done',1,0,1,NULL,'2026-03-02 09:05:00.000000','2026-03-02 09:05:00.000000',NULL,NULL,'2026-11-23 14:39:33.999332',NULL,0,NULL);
INSERT INTO "assignment" VALUES(2,1,1,2,0,'regular','done',2,0,1,NULL,'2026-03-02 09:06:00.000000','2026-03-02 09:06:00.000000',NULL,NULL,'2026-11-23 14:39:34.099760',NULL,0,NULL);
INSERT INTO "assignment" VALUES(3,1,2,2,0,'regular','done',3,1,1,NULL,'2026-03-02 09:07:00.000000','2026-03-02 09:07:00.000000',NULL,NULL,'2026-11-23 14:39:34.149223',NULL,0,NULL);
INSERT INTO "assignment" VALUES(4,1,3,2,0,'regular','skipped',4,0,1,'2026-03-02 09:38:00.000000','2026-03-02 09:08:00.000000','2026-03-02 09:08:00.000000','other','Uklart.','2026-11-23 14:39:34.178881','2026-03-02 09:08:20.000000',0,NULL);
INSERT INTO "assignment" VALUES(5,1,4,2,0,'regular','done',5,1,1,NULL,'2026-03-02 09:08:40+00:00','2026-03-02 09:08:40+00:00',NULL,NULL,'2026-11-23 14:39:34.218452+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(6,1,19,2,0,'gold','done',6,0,1,NULL,'2026-03-02 09:09:40+00:00','2026-03-02 09:10:20.000000',NULL,NULL,'2026-11-23 14:39:34.250942+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(7,1,5,2,0,'regular','done',7,1,1,NULL,'2026-03-02 09:11:40+00:00','2026-03-02 09:11:40+00:00',NULL,NULL,'2026-11-23 14:39:34.309851+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(8,1,6,2,0,'regular','done',8,0,1,NULL,'2026-03-02 09:12:40+00:00','2026-03-02 09:12:40+00:00',NULL,NULL,'2026-11-23 14:39:34.323803+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(9,1,7,2,0,'regular','leased',9,1,1,'2026-03-02 09:43:40+00:00','2026-03-02 09:13:40+00:00','2026-03-02 09:13:40+00:00',NULL,NULL,'2026-11-23 14:39:34.333427+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(10,1,17,3,0,'gold','done',1,0,1,NULL,'2026-03-02 09:14:00+00:00','2026-03-02 09:14:00+00:00',NULL,NULL,'2026-11-23 14:39:34.334964+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(11,1,1,3,0,'regular','done',2,1,1,NULL,'2026-03-02 09:15:00+00:00','2026-03-02 09:15:00+00:00',NULL,NULL,'2026-11-23 14:39:34.349852+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(12,1,2,3,0,'regular','done',3,0,1,NULL,'2026-03-02 09:16:00+00:00','2026-03-02 09:16:00+00:00',NULL,NULL,'2026-11-23 14:39:34.364430+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(13,1,3,3,0,'regular','skipped',4,0,1,'2026-03-02 09:47:00+00:00','2026-03-02 09:17:00+00:00','2026-03-02 09:17:00+00:00','other','Uklart.','2026-11-23 14:39:34.388063+00:00','2026-03-02 09:17:20.000000',0,NULL);
INSERT INTO "assignment" VALUES(14,1,4,3,0,'regular','done',5,1,1,NULL,'2026-03-02 09:17:40+00:00','2026-03-02 09:17:40+00:00',NULL,NULL,'2026-11-23 14:39:34.395810+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(15,1,5,3,0,'regular','done',6,1,1,NULL,'2026-03-02 09:18:40+00:00','2026-03-02 09:19:20.000000',NULL,NULL,'2026-11-23 14:39:34.415349+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(16,1,6,3,0,'regular','done',7,0,1,NULL,'2026-03-02 09:20:40+00:00','2026-03-02 09:20:40+00:00',NULL,NULL,'2026-11-23 14:39:34.458326+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(17,1,7,3,0,'regular','leased',8,0,1,'2026-03-02 09:51:40+00:00','2026-03-02 09:21:40+00:00','2026-03-02 09:21:40+00:00',NULL,NULL,'2026-11-23 14:39:34.486056+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(18,1,3,4,0,'regular','done',1,0,1,NULL,'2026-03-02 09:22:00+00:00','2026-03-02 09:22:00+00:00',NULL,NULL,'2026-11-23 14:39:34.493510+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(19,1,18,4,0,'gold','done',2,0,1,NULL,'2026-03-02 09:23:00+00:00','2026-03-02 09:23:00+00:00',NULL,NULL,'2026-11-23 14:39:34.547188+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(20,1,9,4,0,'regular','done',3,1,1,NULL,'2026-03-02 09:24:00+00:00','2026-03-02 09:24:00+00:00',NULL,NULL,'2026-11-23 14:39:34.558131+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(21,1,10,4,0,'regular','skipped',4,0,1,'2026-03-02 09:55:00+00:00','2026-03-02 09:25:00+00:00','2026-03-02 09:25:00+00:00','other','Uklart.','2026-11-23 14:39:34.572102+00:00','2026-03-02 09:25:20.000000',0,NULL);
INSERT INTO "assignment" VALUES(22,1,11,4,0,'regular','done',5,1,1,NULL,'2026-03-02 09:25:40+00:00','2026-03-02 09:25:40+00:00',NULL,NULL,'2026-11-23 14:39:34.574513+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(23,1,12,4,0,'regular','done',6,0,1,NULL,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:20.000000',NULL,NULL,'2026-11-23 14:39:34.597108+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(24,1,8,4,0,'regular','released',7,1,1,'2026-03-02 09:58:40+00:00','2026-03-02 09:28:40+00:00','2026-03-02 09:28:40+00:00',NULL,NULL,'2026-11-23 14:39:34.622904+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(25,2,22,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.013814',NULL,0,NULL);
INSERT INTO "assignment" VALUES(26,2,20,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.013823',NULL,0,NULL);
INSERT INTO "assignment" VALUES(27,2,24,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.013825',NULL,0,NULL);
INSERT INTO "assignment" VALUES(28,2,25,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.013827',NULL,0,NULL);
INSERT INTO "assignment" VALUES(29,2,21,NULL,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.022275',NULL,0,NULL);
INSERT INTO "assignment" VALUES(30,2,23,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.027419',NULL,0,NULL);
INSERT INTO "assignment" VALUES(31,2,25,5,1,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.027427',NULL,0,NULL);
INSERT INTO "assignment" VALUES(32,1,1,8,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.556484',NULL,0,NULL);
INSERT INTO "assignment" VALUES(33,1,1,8,1,'repeat','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.572370',NULL,0,NULL);
INSERT INTO "assignment" VALUES(34,1,3,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.586270',NULL,0,NULL);
INSERT INTO "assignment" VALUES(35,1,3,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.590367',NULL,0,NULL);
INSERT INTO "assignment" VALUES(36,1,4,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.604519',NULL,0,NULL);
INSERT INTO "assignment" VALUES(37,1,4,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.611461',NULL,0,NULL);
CREATE TABLE "campaign" (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	text_view VARCHAR NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared INTEGER NOT NULL, 
	shared_overlap INTEGER NOT NULL, 
	per_annotator INTEGER, 
	deadline DATETIME, 
	is_demo BOOLEAN NOT NULL, 
	settings JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	clarifications INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_campaign PRIMARY KEY (id), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('draft', 'open', 'paused', 'closed', 'archived'))
);
INSERT INTO "campaign" VALUES(1,'trial','Campaign trial','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}','2026-11-23 14:39:33.126988',1);
INSERT INTO "campaign" VALUES(2,'imported','Campaign imported','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-23 14:39:34.742651',0);
INSERT INTO "campaign" VALUES(3,'rated','Campaign rated','open','adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-23 14:39:35.064160',0);
CREATE TABLE clarification (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	question_id INTEGER, 
	published_by INTEGER, 
	published_at DATETIME NOT NULL, 
	CONSTRAINT pk_clarification PRIMARY KEY (id), 
	CONSTRAINT fk_clarification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_clarification_published_by_person FOREIGN KEY(published_by) REFERENCES person (id), 
	CONSTRAINT fk_clarification_question_id_question FOREIGN KEY(question_id) REFERENCES question (id), 
	CONSTRAINT uq_clarification_campaign_id_number UNIQUE (campaign_id, number)
);
INSERT INTO "clarification" VALUES(1,1,1,'Slik er det.',NULL,1,'2026-03-02 09:03:40.000000');
CREATE TABLE comparison (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_response_id INTEGER NOT NULL, 
	second_response_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	identical BOOLEAN NOT NULL, 
	gold_outcome VARCHAR, 
	gold_issue VARCHAR, 
	gold_explanation VARCHAR, 
	withdrawn_at DATETIME, anchor_round INTEGER, gold_marks JSON, 
	CONSTRAINT pk_comparison PRIMARY KEY (id), 
	CONSTRAINT ck_comparison_gold_has_outcome CHECK ((kind = 'gold') = (gold_outcome IS NOT NULL)), 
	CONSTRAINT ck_comparison_gold_outcome CHECK (gold_outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_comparison_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_comparison_two_responses CHECK (first_response_id <> second_response_id), 
	CONSTRAINT ck_comparison_counts CHECK (overlap >= 1 AND done >= 0), 
	CONSTRAINT fk_comparison_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_comparison_first_response_id_response FOREIGN KEY(first_response_id) REFERENCES response (id), 
	CONSTRAINT fk_comparison_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_comparison_second_response_id_response FOREIGN KEY(second_response_id) REFERENCES response (id), 
	CONSTRAINT uq_comparison_first_response_id_second_response_id UNIQUE (first_response_id, second_response_id)
);
INSERT INTO "comparison" VALUES(1,1,1,2,3,'regular',1,2,0,0,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(2,1,5,13,15,'regular',1,2,0,1,2,0,NULL,NULL,NULL,'2026-03-02 09:29:40.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,3,8,9,'regular',1,2,0,2,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,2,4,5,'regular',1,2,0,3,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,4,10,12,'regular',1,2,0,4,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,1,1,3,'regular',1,2,0,5,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(7,1,5,13,14,'regular',1,2,0,6,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,3,7,9,'regular',1,2,0,7,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,2,4,6,'regular',1,2,0,8,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,4,10,11,'regular',1,2,0,9,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,1,1,2,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,5,14,15,'regular',1,2,0,11,0,0,NULL,NULL,NULL,'2026-03-02 09:29:40.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(13,1,3,7,8,'regular',1,2,0,12,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(14,1,2,5,6,'regular',1,2,0,13,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(15,1,4,11,12,'regular',1,2,0,14,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(16,1,6,16,17,'gold',1,2,0,15,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(17,1,8,20,21,'gold',1,2,0,16,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(18,1,9,22,23,'gold',1,2,0,17,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(19,1,7,18,19,'gold',1,2,0,18,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(20,2,10,25,26,'regular',1,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(21,2,11,27,28,'regular',1,2,0,1,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(22,2,10,24,25,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(23,2,11,29,28,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(24,2,10,24,26,'regular',1,2,0,4,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(25,2,11,27,29,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE consent (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	letter_version VARCHAR NOT NULL, 
	letter_hash VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	given_at DATETIME NOT NULL, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_consent PRIMARY KEY (id), 
	CONSTRAINT fk_consent_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_consent_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "consent" VALUES(1,2,1,'1.0.0','571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3','nb','2026-03-02 09:01:40.000000',NULL);
INSERT INTO "consent" VALUES(2,3,1,'1.0.0','571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3','nb','2026-03-02 09:02:00.000000',NULL);
INSERT INTO "consent" VALUES(3,4,1,'1.0.0','571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3','nb','2026-03-02 09:02:20.000000',NULL);
CREATE TABLE desk_action (
	id INTEGER NOT NULL, 
	uuid VARCHAR NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	assignment_id INTEGER, 
	rating_assignment_id INTEGER, 
	revision INTEGER, 
	done_at DATETIME NOT NULL, 
	read_until DATETIME, 
	undone BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_desk_action PRIMARY KEY (id), 
	CONSTRAINT ck_desk_action_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL), 
	CONSTRAINT fk_desk_action_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_desk_action_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_desk_action_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_desk_action_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_desk_action_campaign_id_person_id_uuid UNIQUE (campaign_id, person_id, uuid)
);
INSERT INTO "desk_action" VALUES(1,'dbf96167-262a-4a4d-9e61-573e3a8660eb',1,2,'choose',1,NULL,1,'2026-03-02 09:05:20.000000','2026-03-02 09:05:20.000000',0,'2026-11-23 14:39:34.060382');
INSERT INTO "desk_action" VALUES(2,'8c1972ad-28b6-491e-b0a8-d13d3d4ea1a7',1,2,'explain',1,NULL,1,'2026-03-02 09:05:40.000000','2026-03-02 09:05:20.000000',0,'2026-11-23 14:39:34.084577');
INSERT INTO "desk_action" VALUES(3,'c596074f-ebbc-46a4-b4f3-d4094939f82e',1,2,'choose',2,NULL,1,'2026-03-02 09:06:20.000000','2026-03-02 09:06:20.000000',0,'2026-11-23 14:39:34.107141');
INSERT INTO "desk_action" VALUES(4,'bc8bfa22-93f2-40d3-8fbe-fc6d8ad24b4c',1,2,'explain',2,NULL,1,'2026-03-02 09:06:40.000000','2026-03-02 09:06:20.000000',0,'2026-11-23 14:39:34.128470');
INSERT INTO "desk_action" VALUES(5,'ff5e8cda-91d9-4ca6-9211-bbe2361c858f',1,2,'choose',3,NULL,1,'2026-03-02 09:07:20+00:00','2026-03-02 09:07:20+00:00',0,'2026-11-23 14:39:34.157941+00:00');
INSERT INTO "desk_action" VALUES(6,'708e4dca-74ef-44c1-8dee-605c4f9aa2b1',1,2,'explain',3,NULL,1,'2026-03-02 09:07:40+00:00','2026-03-02 09:07:20+00:00',0,'2026-11-23 14:39:34.176375+00:00');
INSERT INTO "desk_action" VALUES(7,'8a739ad1-9430-478c-adb2-50ac0ffaac6a',1,2,'skip',4,NULL,0,'2026-03-02 09:08:20+00:00','2026-03-02 09:08:00+00:00',0,'2026-11-23 14:39:34.198353+00:00');
INSERT INTO "desk_action" VALUES(8,'2cc844c4-85c0-4108-838e-01f29b508a9c',1,2,'choose',5,NULL,1,'2026-03-02 09:09:00+00:00','2026-03-02 09:09:00+00:00',0,'2026-11-23 14:39:34.240080+00:00');
INSERT INTO "desk_action" VALUES(9,'82c1c6f0-7527-4bba-ada1-716ace735d2d',1,2,'explain',5,NULL,1,'2026-03-02 09:09:20+00:00','2026-03-02 09:09:00+00:00',0,'2026-11-23 14:39:34.248236+00:00');
INSERT INTO "desk_action" VALUES(10,'1e0e07d5-beec-4f79-93aa-86b465f0a5ce',1,2,'choose',6,NULL,1,'2026-03-02 09:10:00+00:00','2026-03-02 09:10:00+00:00',1,'2026-11-23 14:39:34.262303+00:00');
INSERT INTO "desk_action" VALUES(11,'618237c7-a60d-4dee-a0cc-f6bb4f9bfde4',1,2,'undo',6,NULL,1,'2026-03-02 09:10:20+00:00','2026-03-02 09:10:00+00:00',0,'2026-11-23 14:39:34.285747+00:00');
INSERT INTO "desk_action" VALUES(12,'d903b498-0c61-4f20-a787-a664700229a6',1,2,'choose',6,NULL,3,'2026-03-02 09:11:00+00:00','2026-03-02 09:11:00+00:00',0,'2026-11-23 14:39:34.297980+00:00');
INSERT INTO "desk_action" VALUES(13,'2d182e3b-4c35-4c3b-91cb-56ebbb9da994',1,2,'explain',6,NULL,3,'2026-03-02 09:11:20+00:00','2026-03-02 09:11:00+00:00',0,'2026-11-23 14:39:34.308450+00:00');
INSERT INTO "desk_action" VALUES(14,'cf83da4d-f284-4dbd-bd4c-c5a0d1987bd3',1,2,'choose',7,NULL,1,'2026-03-02 09:12:00+00:00','2026-03-02 09:12:00+00:00',0,'2026-11-23 14:39:34.315803+00:00');
INSERT INTO "desk_action" VALUES(15,'b0cbc428-182c-4d07-b001-930e87c134a6',1,2,'explain',7,NULL,1,'2026-03-02 09:12:20+00:00','2026-03-02 09:12:00+00:00',0,'2026-11-23 14:39:34.318081+00:00');
INSERT INTO "desk_action" VALUES(16,'3ccd7e67-f608-4a00-b693-9d89b7630676',1,2,'choose',8,NULL,1,'2026-03-02 09:13:00+00:00','2026-03-02 09:13:00+00:00',0,'2026-11-23 14:39:34.325597+00:00');
INSERT INTO "desk_action" VALUES(17,'b8c27353-1766-4f48-bbca-3c7c43a9de8d',1,2,'explain',8,NULL,1,'2026-03-02 09:13:20+00:00','2026-03-02 09:13:00+00:00',0,'2026-11-23 14:39:34.331892+00:00');
INSERT INTO "desk_action" VALUES(18,'598bae4e-2699-49c8-aeb3-453c0de002c5',1,3,'choose',10,NULL,1,'2026-03-02 09:14:20+00:00','2026-03-02 09:14:20+00:00',0,'2026-11-23 14:39:34.341050+00:00');
INSERT INTO "desk_action" VALUES(19,'88826717-a7e8-4831-b24e-5409a9dc8bfe',1,3,'explain',10,NULL,1,'2026-03-02 09:14:40+00:00','2026-03-02 09:14:20+00:00',0,'2026-11-23 14:39:34.342905+00:00');
INSERT INTO "desk_action" VALUES(20,'4d9f78e6-3611-41eb-8982-d2c024bd8cc5',1,3,'choose',11,NULL,1,'2026-03-02 09:15:20+00:00','2026-03-02 09:15:20+00:00',0,'2026-11-23 14:39:34.356007+00:00');
INSERT INTO "desk_action" VALUES(21,'623547e6-037b-4014-838a-a7fd4f6646f4',1,3,'explain',11,NULL,1,'2026-03-02 09:15:40+00:00','2026-03-02 09:15:20+00:00',0,'2026-11-23 14:39:34.358415+00:00');
INSERT INTO "desk_action" VALUES(22,'b326fab0-e260-4bb9-8214-9eec02a69bfd',1,3,'choose',12,NULL,1,'2026-03-02 09:16:20+00:00','2026-03-02 09:16:20+00:00',0,'2026-11-23 14:39:34.366178+00:00');
INSERT INTO "desk_action" VALUES(23,'a7f0bd37-b434-41f6-a2b5-3cae25549c7b',1,3,'explain',12,NULL,1,'2026-03-02 09:16:40+00:00','2026-03-02 09:16:20+00:00',0,'2026-11-23 14:39:34.377623+00:00');
INSERT INTO "desk_action" VALUES(24,'7bac549a-3fc6-43a7-8911-649b75ab83dc',1,3,'skip',13,NULL,0,'2026-03-02 09:17:20+00:00','2026-03-02 09:17:00+00:00',0,'2026-11-23 14:39:34.390132+00:00');
INSERT INTO "desk_action" VALUES(25,'3f1ed012-7ecd-419e-a3e7-2e900df93bd0',1,3,'choose',14,NULL,1,'2026-03-02 09:18:00+00:00','2026-03-02 09:18:00+00:00',0,'2026-11-23 14:39:34.398419+00:00');
INSERT INTO "desk_action" VALUES(26,'debaf6a0-0c9d-45db-8e62-487cca1bcc5a',1,3,'explain',14,NULL,1,'2026-03-02 09:18:20+00:00','2026-03-02 09:18:00+00:00',0,'2026-11-23 14:39:34.406415+00:00');
INSERT INTO "desk_action" VALUES(27,'12f82a9f-f00b-4255-98c3-72c2bfa58977',1,3,'choose',15,NULL,1,'2026-03-02 09:19:00+00:00','2026-03-02 09:19:00+00:00',1,'2026-11-23 14:39:34.417952+00:00');
INSERT INTO "desk_action" VALUES(28,'db0cb310-e265-40e0-9435-cc5707b9743b',1,3,'undo',15,NULL,1,'2026-03-02 09:19:20+00:00','2026-03-02 09:19:00+00:00',0,'2026-11-23 14:39:34.429629+00:00');
INSERT INTO "desk_action" VALUES(29,'a73ad5d2-6088-4d03-84c0-c3959fb608ac',1,3,'choose',15,NULL,3,'2026-03-02 09:20:00+00:00','2026-03-02 09:20:00+00:00',0,'2026-11-23 14:39:34.444503+00:00');
INSERT INTO "desk_action" VALUES(30,'571d5636-4710-4fc0-923c-c269605e2d5b',1,3,'explain',15,NULL,3,'2026-03-02 09:20:20+00:00','2026-03-02 09:20:00+00:00',0,'2026-11-23 14:39:34.456085+00:00');
INSERT INTO "desk_action" VALUES(31,'e5c58d99-b592-476f-90f5-f1607815c42f',1,3,'choose',16,NULL,1,'2026-03-02 09:21:00+00:00','2026-03-02 09:21:00+00:00',0,'2026-11-23 14:39:34.472569+00:00');
INSERT INTO "desk_action" VALUES(32,'015d23d2-c5a8-4e66-a31d-2cb32228d278',1,3,'explain',16,NULL,1,'2026-03-02 09:21:20+00:00','2026-03-02 09:21:00+00:00',0,'2026-11-23 14:39:34.483248+00:00');
INSERT INTO "desk_action" VALUES(33,'8b1ec8ee-e9b9-4e8d-9fe5-9aa8b5fa84ec',1,4,'choose',18,NULL,1,'2026-03-02 09:22:20+00:00','2026-03-02 09:22:20+00:00',0,'2026-11-23 14:39:34.504907+00:00');
INSERT INTO "desk_action" VALUES(34,'7018f175-b794-4022-8698-fd78f03b48c9',1,4,'explain',18,NULL,1,'2026-03-02 09:22:40+00:00','2026-03-02 09:22:20+00:00',0,'2026-11-23 14:39:34.513050+00:00');
INSERT INTO "desk_action" VALUES(35,'72a7cf2e-c60b-4676-9236-624bb1c3a385',1,4,'choose',19,NULL,1,'2026-03-02 09:23:20+00:00','2026-03-02 09:23:20+00:00',0,'2026-11-23 14:39:34.549731+00:00');
INSERT INTO "desk_action" VALUES(36,'42a85140-a88a-403d-b69b-292b4945454e',1,4,'explain',19,NULL,1,'2026-03-02 09:23:40+00:00','2026-03-02 09:23:20+00:00',0,'2026-11-23 14:39:34.556392+00:00');
INSERT INTO "desk_action" VALUES(37,'122b57c5-f553-4ab7-a436-780851b282e4',1,4,'choose',20,NULL,1,'2026-03-02 09:24:20+00:00','2026-03-02 09:24:20+00:00',0,'2026-11-23 14:39:34.564506+00:00');
INSERT INTO "desk_action" VALUES(38,'677d1c4c-7b03-480a-92cb-66fc87f42a42',1,4,'explain',20,NULL,1,'2026-03-02 09:24:40+00:00','2026-03-02 09:24:20+00:00',0,'2026-11-23 14:39:34.566963+00:00');
INSERT INTO "desk_action" VALUES(39,'e015c6c6-7dc9-450d-92a0-37c132847b36',1,4,'skip',21,NULL,0,'2026-03-02 09:25:20+00:00','2026-03-02 09:25:00+00:00',0,'2026-11-23 14:39:34.573431+00:00');
INSERT INTO "desk_action" VALUES(40,'f74ff4a5-95ba-4051-b31c-938a70e5afe0',1,4,'choose',22,NULL,1,'2026-03-02 09:26:00+00:00','2026-03-02 09:26:00+00:00',0,'2026-11-23 14:39:34.584803+00:00');
INSERT INTO "desk_action" VALUES(41,'9fe634de-3f7b-45f8-b22f-5aa12b9a81a5',1,4,'explain',22,NULL,1,'2026-03-02 09:26:20+00:00','2026-03-02 09:26:00+00:00',0,'2026-11-23 14:39:34.587008+00:00');
INSERT INTO "desk_action" VALUES(42,'ac944aae-b01b-4883-a61c-3367def06862',1,4,'choose',23,NULL,1,'2026-03-02 09:27:00+00:00','2026-03-02 09:27:00+00:00',1,'2026-11-23 14:39:34.598687+00:00');
INSERT INTO "desk_action" VALUES(43,'1c4964b3-4b4e-42ce-aa2e-27d250671ee2',1,4,'undo',23,NULL,1,'2026-03-02 09:27:20+00:00','2026-03-02 09:27:00+00:00',0,'2026-11-23 14:39:34.605754+00:00');
INSERT INTO "desk_action" VALUES(44,'56bcfb88-6ff5-4a19-8a52-e0fe54bec506',1,4,'choose',23,NULL,3,'2026-03-02 09:28:00+00:00','2026-03-02 09:28:00+00:00',0,'2026-11-23 14:39:34.613682+00:00');
INSERT INTO "desk_action" VALUES(45,'66e056df-6fc6-4e46-af8d-e9b29f924cbd',1,4,'explain',23,NULL,3,'2026-03-02 09:28:20+00:00','2026-03-02 09:28:00+00:00',0,'2026-11-23 14:39:34.621342+00:00');
INSERT INTO "desk_action" VALUES(46,'b54d06b9-742c-412f-ba19-99a0336072e7',3,7,'rate',NULL,1,1,'2026-03-02 09:30:40+00:00','2026-03-02 09:30:40+00:00',0,'2026-11-23 14:39:35.214870+00:00');
INSERT INTO "desk_action" VALUES(47,'3b1f087e-d0f9-4455-9b74-d79c4693bbe1',3,7,'rate',NULL,2,1,'2026-03-02 09:31:20+00:00','2026-03-02 09:31:20+00:00',0,'2026-11-23 14:39:35.270859+00:00');
INSERT INTO "desk_action" VALUES(48,'65997ef9-4a6f-4c80-bbd3-51697aacee6e',3,7,'rate',NULL,3,1,'2026-03-02 09:32:00+00:00','2026-03-02 09:32:00+00:00',1,'2026-11-23 14:39:35.310514+00:00');
INSERT INTO "desk_action" VALUES(49,'c03bb0dd-001f-4c93-bcc7-703855d82250',3,7,'undo',NULL,3,1,'2026-03-02 09:32:20+00:00','2026-03-02 09:32:00+00:00',0,'2026-11-23 14:39:35.341033+00:00');
INSERT INTO "desk_action" VALUES(50,'f4e0a0e9-3798-49f6-946e-99f089917255',3,7,'rate',NULL,3,3,'2026-03-02 09:33:00+00:00','2026-03-02 09:33:00+00:00',0,'2026-11-23 14:39:35.380177+00:00');
CREATE TABLE event (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER, 
	deed VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT fk_event_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_event_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "event" VALUES(1,1,NULL,'gold_imported','{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}','2026-11-23 14:39:33.481566');
INSERT INTO "event" VALUES(2,1,1,'question_answered','{"question": 1}','2026-11-23 14:39:33.857822');
INSERT INTO "event" VALUES(3,1,1,'clarification_published','{"number": 1}','2026-11-23 14:39:33.877841');
INSERT INTO "event" VALUES(4,1,1,'person_excluded','{"person": 4, "reason": "For rask.", "put_back": true}','2026-11-23 14:39:34.693707');
INSERT INTO "event" VALUES(5,1,1,'message_sent','{"person": 2, "message": 1}','2026-11-23 14:39:34.716082');
INSERT INTO "event" VALUES(6,1,1,'token_created','{"name": "loop"}','2026-11-23 14:39:34.718575');
INSERT INTO "event" VALUES(7,1,1,'response_withdrawn','{"response": 15, "comparisons": 2}','2026-11-23 14:39:34.741651');
INSERT INTO "event" VALUES(8,2,NULL,'judgments_imported','{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','2026-11-23 14:39:35.062579');
CREATE TABLE exclusion (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	reason VARCHAR NOT NULL, 
	put_back BOOLEAN NOT NULL, 
	made_by INTEGER, 
	made_at DATETIME NOT NULL, 
	lifted_by INTEGER, 
	lifted_at DATETIME, 
	CONSTRAINT pk_exclusion PRIMARY KEY (id), 
	CONSTRAINT fk_exclusion_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_exclusion_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_made_by_person FOREIGN KEY(made_by) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_lifted_by_person FOREIGN KEY(lifted_by) REFERENCES person (id)
);
INSERT INTO "exclusion" VALUES(1,1,4,'For rask.',1,1,'2026-03-02 09:29:00.000000',NULL,NULL);
CREATE TABLE guideline_reading (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	version VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	acknowledged BOOLEAN NOT NULL, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_guideline_reading PRIMARY KEY (id), 
	CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "guideline_reading" VALUES(1,2,1,'1.1+1','nb',1,'2026-03-02 09:04:00.000000','2026-03-02 09:04:00.000000');
INSERT INTO "guideline_reading" VALUES(2,3,1,'1.1+1','nb',1,'2026-03-02 09:04:20.000000','2026-03-02 09:04:20.000000');
INSERT INTO "guideline_reading" VALUES(3,4,1,'1.1+1','nb',1,'2026-03-02 09:04:40.000000','2026-03-02 09:04:40.000000');
CREATE TABLE hours_note (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	day VARCHAR NOT NULL, 
	minutes INTEGER, 
	text VARCHAR NOT NULL, 
	written_at DATETIME NOT NULL, 
	CONSTRAINT pk_hours_note PRIMARY KEY (id), 
	CONSTRAINT ck_hours_note_minutes CHECK (minutes BETWEEN 0 AND 1440), 
	CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "hours_note" VALUES(1,2,1,'2026-03-02',30,'Pause','2026-03-02 09:02:40.000000');
CREATE TABLE judge_reply (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	request_hash VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	criterion VARCHAR, 
	attempt INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	text VARCHAR, 
	error VARCHAR, 
	prompt_tokens INTEGER, 
	completion_tokens INTEGER, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judge_reply PRIMARY KEY (id), 
	CONSTRAINT ck_judge_reply_status CHECK (status IN ('ok', 'malformed', 'failed')), 
	CONSTRAINT ck_judge_reply_attempt CHECK (attempt >= 1), 
	CONSTRAINT ck_judge_reply_reply_has_text CHECK ((status = 'failed') = (text IS NULL)), 
	CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt)
);
INSERT INTO "judge_reply" VALUES(1,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000000','{"comparison": 1, "swapped": false}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(2,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000001','{"comparison": 1, "swapped": true}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(3,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000002','{"comparison": 3, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(4,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000003','{"comparison": 3, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(5,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000004','{"comparison": 4, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(6,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000005','{"comparison": 4, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
CREATE TABLE "judgment" (
	id INTEGER NOT NULL, 
	assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	choice VARCHAR, 
	outcome VARCHAR, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	ranked BOOLEAN NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_system_id INTEGER, 
	second_system_id INTEGER, 
	person_id INTEGER, 
	imported BOOLEAN NOT NULL, 
	shown_at DATETIME, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	layout VARCHAR, 
	text_view VARCHAR, 
	language VARCHAR, 
	prompt_opened BOOLEAN, 
	protocol_version VARCHAR, 
	protocol_hash VARCHAR, 
	guideline_version VARCHAR, 
	created_at DATETIME NOT NULL, 
	late BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_judgment PRIMARY KEY (id), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','first',0,1,0,1,18,9,NULL,NULL,2,0,'2026-03-02 09:05:00.000000','2026-03-02 09:05:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.047849',0);
INSERT INTO "judgment" VALUES(2,2,1,1,'B','second',0,1,1,1,1,1,2,3,2,0,'2026-03-02 09:06:00.000000','2026-03-02 09:06:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.102130',0);
INSERT INTO "judgment" VALUES(3,3,1,1,'tie','tie',1,1,1,1,2,5,1,3,2,0,'2026-03-02 09:07:00.000000','2026-03-02 09:07:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.157235',0);
INSERT INTO "judgment" VALUES(4,5,1,1,'A','second',1,1,1,1,4,2,1,2,2,0,'2026-03-02 09:08:40.000000','2026-03-02 09:09:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.229406',0);
INSERT INTO "judgment" VALUES(5,6,1,0,'B','second',0,1,0,1,19,7,NULL,NULL,2,0,'2026-03-02 09:09:40+00:00','2026-03-02 09:10:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.261799+00:00',0);
INSERT INTO "judgment" VALUES(6,6,2,0,NULL,NULL,0,1,0,1,19,7,NULL,NULL,2,0,'2026-03-02 09:09:40+00:00','2026-03-02 09:10:20+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.268690+00:00',0);
INSERT INTO "judgment" VALUES(7,6,3,1,'tie','tie',0,1,0,1,19,7,NULL,NULL,2,0,'2026-03-02 09:10:20+00:00','2026-03-02 09:11:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.297617+00:00',0);
INSERT INTO "judgment" VALUES(8,7,1,1,'A','second',1,1,1,1,5,4,1,3,2,0,'2026-03-02 09:11:40+00:00','2026-03-02 09:12:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.311003+00:00',0);
INSERT INTO "judgment" VALUES(9,8,1,1,'A','first',0,1,1,1,6,1,1,3,2,0,'2026-03-02 09:12:40+00:00','2026-03-02 09:13:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.325311+00:00',0);
INSERT INTO "judgment" VALUES(10,10,1,1,'B','second',0,1,0,1,17,8,NULL,NULL,3,0,'2026-03-02 09:14:00+00:00','2026-03-02 09:14:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.340759+00:00',0);
INSERT INTO "judgment" VALUES(11,11,1,1,'tie','tie',1,1,1,1,1,1,2,3,3,0,'2026-03-02 09:15:00+00:00','2026-03-02 09:15:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.355346+00:00',0);
INSERT INTO "judgment" VALUES(12,12,1,1,'A','first',0,1,1,1,2,5,1,3,3,0,'2026-03-02 09:16:00+00:00','2026-03-02 09:16:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.365896+00:00',0);
INSERT INTO "judgment" VALUES(13,14,1,1,'B','first',1,1,1,1,4,2,1,2,3,0,'2026-03-02 09:17:40+00:00','2026-03-02 09:18:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.397931+00:00',0);
INSERT INTO "judgment" VALUES(14,15,1,0,'tie','tie',1,1,1,1,5,4,1,3,3,0,'2026-03-02 09:18:40+00:00','2026-03-02 09:19:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.417485+00:00',0);
INSERT INTO "judgment" VALUES(15,15,2,0,NULL,NULL,1,1,1,1,5,4,1,3,3,0,'2026-03-02 09:18:40+00:00','2026-03-02 09:19:20+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.428030+00:00',0);
INSERT INTO "judgment" VALUES(16,15,3,1,'A','second',1,1,1,1,5,4,1,3,3,0,'2026-03-02 09:19:20+00:00','2026-03-02 09:20:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.438678+00:00',0);
INSERT INTO "judgment" VALUES(17,16,1,1,'A','first',0,1,1,1,6,1,1,3,3,0,'2026-03-02 09:20:40+00:00','2026-03-02 09:21:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.471834+00:00',0);
INSERT INTO "judgment" VALUES(18,18,1,1,'tie','tie',0,1,1,1,3,3,2,3,4,0,'2026-03-02 09:22:00+00:00','2026-03-02 09:22:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.504189+00:00',0);
INSERT INTO "judgment" VALUES(19,19,1,1,'A','first',0,1,0,1,18,9,NULL,NULL,4,0,'2026-03-02 09:23:00+00:00','2026-03-02 09:23:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.549389+00:00',0);
INSERT INTO "judgment" VALUES(20,20,1,1,'A','second',1,1,1,1,9,2,1,3,4,0,'2026-03-02 09:24:00+00:00','2026-03-02 09:24:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.563962+00:00',0);
INSERT INTO "judgment" VALUES(21,22,1,1,'tie','tie',1,1,1,1,11,1,1,2,4,0,'2026-03-02 09:25:40+00:00','2026-03-02 09:26:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.584386+00:00',0);
INSERT INTO "judgment" VALUES(22,23,1,0,'A','first',0,1,1,1,12,5,2,3,4,0,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.598376+00:00',0);
INSERT INTO "judgment" VALUES(23,23,2,0,NULL,NULL,0,1,1,1,12,5,2,3,4,0,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:20+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.604629+00:00',0);
INSERT INTO "judgment" VALUES(24,23,3,1,'A','first',0,1,1,1,12,5,2,3,4,0,'2026-03-02 09:27:20+00:00','2026-03-02 09:28:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 14:39:34.613309+00:00',0);
INSERT INTO "judgment" VALUES(25,25,1,1,'A','first',0,1,1,2,22,10,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028178',0);
INSERT INTO "judgment" VALUES(26,26,1,1,'tie','tie',0,1,1,2,20,10,8,9,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028187',0);
INSERT INTO "judgment" VALUES(27,27,1,1,'A','second',1,1,1,2,24,10,7,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028192',0);
INSERT INTO "judgment" VALUES(28,28,1,1,'B','second',0,1,1,2,25,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028196',0);
INSERT INTO "judgment" VALUES(29,29,1,1,'B','second',0,1,1,2,21,11,7,9,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028201',0);
INSERT INTO "judgment" VALUES(30,30,1,1,'A','second',1,1,1,2,23,11,8,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028206',0);
INSERT INTO "judgment" VALUES(31,31,1,1,'A','first',0,1,0,2,25,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 14:39:35.028210',0);
INSERT INTO "judgment" VALUES(32,32,1,1,'A','first',0,1,1,1,1,1,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 14:39:35.558851',0);
INSERT INTO "judgment" VALUES(33,33,1,1,'B','first',1,1,0,1,1,1,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 14:39:35.573731',0);
INSERT INTO "judgment" VALUES(34,34,1,1,'A','second',1,1,1,1,3,3,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 14:39:35.587285',0);
INSERT INTO "judgment" VALUES(35,35,1,1,'B','second',0,1,0,1,3,3,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 14:39:35.597172',0);
INSERT INTO "judgment" VALUES(36,36,1,1,'A','second',1,1,1,1,4,2,1,2,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 14:39:35.605149',0);
INSERT INTO "judgment" VALUES(37,37,1,1,'B','second',0,1,0,1,4,2,1,2,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 14:39:35.612234',0);
CREATE TABLE link (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_link PRIMARY KEY (id), 
	CONSTRAINT fk_link_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_link_token_hash UNIQUE (token_hash)
);
INSERT INTO "link" VALUES(1,1,'586dbef4aef286f641691ca401a941621de4c0d279c9c59a792c2760f3bc8ca2','2026-11-23 14:39:33.501545',NULL);
INSERT INTO "link" VALUES(2,2,'db2b5fa62b8aa12cd3e52b5e24752fe7b99b83dbce1733d79f4c3ce19da73f41','2026-11-23 14:39:33.539619',NULL);
INSERT INTO "link" VALUES(3,3,'ea068e74f96a4fa92ecfc19b746d7f01c9afeee46b92427399a4a985c19e4ae3','2026-11-23 14:39:33.554094',NULL);
INSERT INTO "link" VALUES(4,4,'a32a9b2e63c73c5b4c9dd4e1f80b4bd9c83a9d38f571a2751f96ef6a485cac36','2026-11-23 14:39:33.572386',NULL);
INSERT INTO "link" VALUES(5,7,'c0ae7ce3971ae2dcf356255a600ace79a3b3a3a9f0c3a9ec07043aeaeb6043c8','2026-11-23 14:39:35.099948',NULL);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('annotator', 'lead', 'researcher')), 
	CONSTRAINT ck_membership_written_standard CHECK (written_standard IN ('nb', 'nn'))
);
INSERT INTO "membership" VALUES(1,1,1,'lead',NULL);
INSERT INTO "membership" VALUES(2,2,1,'annotator',NULL);
INSERT INTO "membership" VALUES(3,3,1,'annotator',NULL);
INSERT INTO "membership" VALUES(4,4,1,'annotator',NULL);
INSERT INTO "membership" VALUES(5,7,3,'annotator',NULL);
CREATE TABLE message (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	sent_by INTEGER, 
	sent_at DATETIME NOT NULL, 
	read_at DATETIME, 
	CONSTRAINT pk_message PRIMARY KEY (id), 
	CONSTRAINT fk_message_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_message_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_message_sent_by_person FOREIGN KEY(sent_by) REFERENCES person (id)
);
INSERT INTO "message" VALUES(1,1,2,'Takk!',1,'2026-03-02 09:29:20.000000',NULL);
CREATE TABLE "person" (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	text_size INTEGER DEFAULT '100' NOT NULL, 
	first_standard VARCHAR, 
	dialect_area VARCHAR, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT uq_person_name UNIQUE (name), 
	CONSTRAINT ck_person_kind CHECK (kind IN ('human', 'judge', 'simulated')), 
	CONSTRAINT ck_person_first_standard CHECK (first_standard IN ('nb', 'nn', 'both', 'neither')), 
	CONSTRAINT ck_person_dialect_area CHECK (dialect_area IN ('east', 'south', 'west', 'trondelag', 'north', 'mixed')), 
	CONSTRAINT ck_person_text_size CHECK (text_size BETWEEN 80 AND 200)
);
INSERT INTO "person" VALUES(1,'Lise','human',NULL,'2026-11-23 14:39:33.495017',100,NULL,NULL);
INSERT INTO "person" VALUES(2,'Kari','human',NULL,'2026-11-23 14:39:33.534563',100,'nb','west');
INSERT INTO "person" VALUES(3,'Ola','human',NULL,'2026-11-23 14:39:33.553254',100,'nb','west');
INSERT INTO "person" VALUES(4,'Per','human',NULL,'2026-11-23 14:39:33.571229',100,'nb','west');
INSERT INTO "person" VALUES(5,'Ada','human',NULL,'2026-11-23 14:39:34.947033',100,NULL,NULL);
INSERT INTO "person" VALUES(6,'Bo','human',NULL,'2026-11-23 14:39:34.947042',100,NULL,NULL);
INSERT INTO "person" VALUES(7,'Rita','human',NULL,'2026-11-23 14:39:35.095040',100,NULL,NULL);
INSERT INTO "person" VALUES(8,'dommer-1','judge',NULL,'2026-11-23 14:39:35.482211',100,NULL,NULL);
CREATE TABLE program_token (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_by INTEGER, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_program_token PRIMARY KEY (id), 
	CONSTRAINT fk_program_token_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_program_token_created_by_person FOREIGN KEY(created_by) REFERENCES person (id), 
	CONSTRAINT uq_program_token_token_hash UNIQUE (token_hash)
);
INSERT INTO "program_token" VALUES(1,1,'loop','0402a50645adc80477ee37216df45e3f571964398231608714ff3c9ef9e50708',1,'2026-11-23 14:39:34.725970',NULL);
CREATE TABLE prompt (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	external_id VARCHAR, 
	kind VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	category VARCHAR, 
	document VARCHAR, 
	reference VARCHAR, 
	source_language VARCHAR, 
	target_language VARCHAR, 
	meta JSON, 
	CONSTRAINT pk_prompt PRIMARY KEY (id), 
	CONSTRAINT ck_prompt_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_prompt_written_standard CHECK (written_standard IN ('nb', 'nn')), 
	CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, "key")
);
INSERT INTO "prompt" VALUES(1,1,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(2,1,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(3,1,'p2','p2','regular','Oppgave 2','nb','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(4,1,'p3','p3','regular','Oppgave 3','nn','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(5,1,'p4','p4','regular','Oppgave 4','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(6,1,'gold:text:da2b6f4ca3d068ec',NULL,'gold','Kontroll 0',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(7,1,'gold:text:344b40a5c28bc32b',NULL,'gold','Kontroll 1',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(8,1,'gold:text:c97bce6eb5333302',NULL,'gold','Kontroll 2',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(9,1,'gold:text:12deb7a01b6f95e8',NULL,'gold','Kontroll 3',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(10,2,'text:62accd7fd67903c2',NULL,'regular','Skriv om havet.',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(11,2,'text:eab32344e61b9f9f',NULL,'regular','Skriv om fjellet.',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(12,3,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(13,3,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE qualification (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	asked INTEGER NOT NULL, 
	correct INTEGER, 
	passed BOOLEAN, 
	granted_by INTEGER, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT pk_qualification PRIMARY KEY (id), 
	CONSTRAINT ck_qualification_finished_is_decided CHECK ((passed IS NULL) = (finished_at IS NULL)), 
	CONSTRAINT ck_qualification_counts CHECK (attempt >= 1 AND asked >= 0), 
	CONSTRAINT fk_qualification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_qualification_granted_by_person FOREIGN KEY(granted_by) REFERENCES person (id), 
	CONSTRAINT fk_qualification_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_qualification_person_id_campaign_id_attempt UNIQUE (person_id, campaign_id, attempt)
);
CREATE TABLE "question" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	assignment_id INTEGER, 
	text VARCHAR NOT NULL, 
	asked_at DATETIME NOT NULL, 
	answer VARCHAR, 
	answered_by INTEGER, 
	answered_at DATETIME, 
	read_at DATETIME, 
	resolved_at DATETIME, 
	rating_assignment_id INTEGER, marks JSON, 
	CONSTRAINT pk_question PRIMARY KEY (id), 
	CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_question_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_question_answered_by_person FOREIGN KEY(answered_by) REFERENCES person (id), 
	CONSTRAINT fk_question_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_question_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL)
);
INSERT INTO "question" VALUES(1,1,2,NULL,'Hva nå?','2026-03-02 09:03:00.000000','Slik.',1,'2026-03-02 09:03:20.000000',NULL,'2026-03-02 09:03:20.000000',NULL,NULL);
CREATE TABLE "rating" (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	criterion VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	value INTEGER, 
	not_applicable BOOLEAN NOT NULL, 
	explanation VARCHAR, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	layout VARCHAR, 
	late BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision), 
	CONSTRAINT ck_rating_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "rating" VALUES(1,1,'adequacy',1,1,1,0,'Fordi.','2026-03-02 09:30:40.000000',20000,'nb','2026-11-23 14:39:35.213339',NULL,0);
INSERT INTO "rating" VALUES(2,1,'fluency',1,1,1,0,'Fordi.','2026-03-02 09:30:40.000000',20000,'nb','2026-11-23 14:39:35.213348',NULL,0);
INSERT INTO "rating" VALUES(3,2,'adequacy',1,1,2,0,'Fordi.','2026-03-02 09:31:20.000000',20000,'nb','2026-11-23 14:39:35.262759',NULL,0);
INSERT INTO "rating" VALUES(4,2,'fluency',1,1,2,0,'Fordi.','2026-03-02 09:31:20.000000',20000,'nb','2026-11-23 14:39:35.262765',NULL,0);
INSERT INTO "rating" VALUES(5,3,'adequacy',1,0,1,0,'Fordi.','2026-03-02 09:32:00.000000',20000,'nb','2026-11-23 14:39:35.310000',NULL,0);
INSERT INTO "rating" VALUES(6,3,'fluency',1,0,1,0,'Fordi.','2026-03-02 09:32:00.000000',20000,'nb','2026-11-23 14:39:35.310005',NULL,0);
INSERT INTO "rating" VALUES(7,3,'adequacy',2,0,NULL,0,NULL,'2026-03-02 09:32:20.000000',NULL,NULL,'2026-11-23 14:39:35.330425',NULL,0);
INSERT INTO "rating" VALUES(8,3,'fluency',2,0,NULL,0,NULL,'2026-03-02 09:32:20.000000',NULL,NULL,'2026-11-23 14:39:35.330431',NULL,0);
INSERT INTO "rating" VALUES(9,3,'adequacy',3,1,2,0,'Fordi.','2026-03-02 09:33:00.000000',40000,'nb','2026-11-23 14:39:35.379314',NULL,0);
INSERT INTO "rating" VALUES(10,3,'fluency',3,1,2,0,'Fordi.','2026-03-02 09:33:00.000000',40000,'nb','2026-11-23 14:39:35.379322',NULL,0);
CREATE TABLE "rating_assignment" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	leased_until DATETIME, 
	shown_at DATETIME, 
	created_at DATETIME NOT NULL, 
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	skipped_at DATETIME, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT ck_rating_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_rating_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other'))
);
INSERT INTO "rating_assignment" VALUES(1,3,31,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:30:20.000000','2026-11-23 14:39:35.166040',NULL,NULL,NULL);
INSERT INTO "rating_assignment" VALUES(2,3,34,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:31:00.000000','2026-11-23 14:39:35.252578',NULL,NULL,NULL);
INSERT INTO "rating_assignment" VALUES(3,3,35,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:32:20.000000','2026-11-23 14:39:35.296182',NULL,NULL,NULL);
CREATE TABLE rating_mark (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	issue VARCHAR NOT NULL, 
	CONSTRAINT pk_rating_mark PRIMARY KEY (id), 
	CONSTRAINT ck_rating_mark_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_rating_mark_range CHECK (0 <= start AND start < "end"), 
	CONSTRAINT ck_rating_mark_revision CHECK (revision >= 1), 
	CONSTRAINT fk_rating_mark_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_mark_rating_assignment_id_revision_issue_start_end UNIQUE (rating_assignment_id, revision, issue, start, "end")
);
CREATE TABLE "reason" (
	id INTEGER NOT NULL, 
	remark_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	issue VARCHAR NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	CONSTRAINT pk_reason PRIMARY KEY (id), 
	CONSTRAINT fk_reason_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY(remark_id) REFERENCES remark (id), 
	CONSTRAINT uq_reason_remark_id_response_id_issue_start_end UNIQUE (remark_id, response_id, issue, start, "end"), 
	CONSTRAINT ck_reason_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_reason_range CHECK (0 <= start AND start < "end")
);
INSERT INTO "reason" VALUES(1,1,22,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(2,2,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(3,3,15,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(4,4,5,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(5,5,18,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(6,6,12,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(7,7,1,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(8,8,20,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(9,9,3,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(10,10,13,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(11,11,5,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(12,12,12,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(13,13,1,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(14,14,8,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(15,15,22,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(16,16,6,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(17,17,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(18,18,14,'grammar',NULL,NULL);
CREATE TABLE remark (
	id INTEGER NOT NULL, 
	judgment_id INTEGER NOT NULL, 
	quality VARCHAR, 
	comment VARCHAR, 
	given_at DATETIME NOT NULL, 
	CONSTRAINT pk_remark PRIMARY KEY (id), 
	CONSTRAINT ck_remark_quality CHECK (quality IN ('both_well', 'both_badly')), 
	CONSTRAINT fk_remark_judgment_id_judgment FOREIGN KEY(judgment_id) REFERENCES judgment (id), 
	CONSTRAINT uq_remark_judgment_id UNIQUE (judgment_id)
);
INSERT INTO "remark" VALUES(1,1,NULL,'Her.','2026-03-02 09:05:40.000000');
INSERT INTO "remark" VALUES(2,2,NULL,'Her.','2026-03-02 09:06:40.000000');
INSERT INTO "remark" VALUES(3,3,NULL,'Her.','2026-03-02 09:07:40.000000');
INSERT INTO "remark" VALUES(4,4,NULL,'Her.','2026-03-02 09:09:20.000000');
INSERT INTO "remark" VALUES(5,7,NULL,'Her.','2026-03-02 09:11:20.000000');
INSERT INTO "remark" VALUES(6,8,NULL,'Her.','2026-03-02 09:12:20.000000');
INSERT INTO "remark" VALUES(7,9,NULL,'Her.','2026-03-02 09:13:20.000000');
INSERT INTO "remark" VALUES(8,10,NULL,'Her.','2026-03-02 09:14:40.000000');
INSERT INTO "remark" VALUES(9,11,NULL,'Her.','2026-03-02 09:15:40.000000');
INSERT INTO "remark" VALUES(10,12,NULL,'Her.','2026-03-02 09:16:40.000000');
INSERT INTO "remark" VALUES(11,13,NULL,'Her.','2026-03-02 09:18:20.000000');
INSERT INTO "remark" VALUES(12,16,NULL,'Her.','2026-03-02 09:20:20.000000');
INSERT INTO "remark" VALUES(13,17,NULL,'Her.','2026-03-02 09:21:20.000000');
INSERT INTO "remark" VALUES(14,18,NULL,'Her.','2026-03-02 09:22:40.000000');
INSERT INTO "remark" VALUES(15,19,NULL,'Her.','2026-03-02 09:23:40.000000');
INSERT INTO "remark" VALUES(16,20,NULL,'Her.','2026-03-02 09:24:40.000000');
INSERT INTO "remark" VALUES(17,21,NULL,'Her.','2026-03-02 09:26:20.000000');
INSERT INTO "remark" VALUES(18,24,NULL,'Her.','2026-03-02 09:28:20.000000');
CREATE TABLE response (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	system_id INTEGER, 
	text VARCHAR, 
	meta JSON, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_response PRIMARY KEY (id), 
	CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_response_system_id_system FOREIGN KEY(system_id) REFERENCES system (id), 
	CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id)
);
INSERT INTO "response" VALUES(1,1,1,1,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(2,1,1,2,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(3,1,1,3,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(4,1,2,1,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(5,1,2,2,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(6,1,2,3,'Dette er svar 9098e92e220a.','null',NULL);
INSERT INTO "response" VALUES(7,1,3,1,'Dette er svar 33dc7d9656ba.','null',NULL);
INSERT INTO "response" VALUES(8,1,3,2,'Dette er svar 68754bf24ff4.','null',NULL);
INSERT INTO "response" VALUES(9,1,3,3,'Dette er svar 6b66737100fe.','null',NULL);
INSERT INTO "response" VALUES(10,1,4,1,'Dette er svar d2b20af82786.','null',NULL);
INSERT INTO "response" VALUES(11,1,4,2,'Dette er svar 6a465759ea66.','null',NULL);
INSERT INTO "response" VALUES(12,1,4,3,'Dette er svar 5e7085fba481.','null',NULL);
INSERT INTO "response" VALUES(13,1,5,1,'Dette er svar a49a93211cea.','null',NULL);
INSERT INTO "response" VALUES(14,1,5,2,'Dette er svar 754cc3e0f65c.','null',NULL);
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null','2026-03-02 09:29:40.000000');
INSERT INTO "response" VALUES(16,1,6,NULL,'Teksten 0 er god.',NULL,NULL);
INSERT INTO "response" VALUES(17,1,6,NULL,'Teksten 0 god er.',NULL,NULL);
INSERT INTO "response" VALUES(18,1,7,NULL,'Teksten 1 er god.',NULL,NULL);
INSERT INTO "response" VALUES(19,1,7,NULL,'Teksten 1 god er.',NULL,NULL);
INSERT INTO "response" VALUES(20,1,8,NULL,'Teksten 2 er god.',NULL,NULL);
INSERT INTO "response" VALUES(21,1,8,NULL,'Teksten 2 god er.',NULL,NULL);
INSERT INTO "response" VALUES(22,1,9,NULL,'Teksten 3 er god.',NULL,NULL);
INSERT INTO "response" VALUES(23,1,9,NULL,'Teksten 3 god er.',NULL,NULL);
INSERT INTO "response" VALUES(24,2,10,7,'Havet er blått.','null',NULL);
INSERT INTO "response" VALUES(25,2,10,8,'Havet er stort.','null',NULL);
INSERT INTO "response" VALUES(26,2,10,9,'Sjøen er djup.','null',NULL);
INSERT INTO "response" VALUES(27,2,11,7,'Fjellet er høgt.','null',NULL);
INSERT INTO "response" VALUES(28,2,11,9,'Berget er grått.','null',NULL);
INSERT INTO "response" VALUES(29,2,11,8,'Fjellet er bratt.','null',NULL);
INSERT INTO "response" VALUES(30,3,12,10,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(31,3,12,11,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(32,3,12,12,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(33,3,13,10,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(34,3,13,11,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(35,3,13,12,'Dette er svar 9098e92e220a.','null',NULL);
CREATE TABLE round (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	opened_by INTEGER, 
	opened_at DATETIME NOT NULL, 
	CONSTRAINT pk_round PRIMARY KEY (id), 
	CONSTRAINT ck_round_number CHECK (number >= 2), 
	CONSTRAINT fk_round_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_round_opened_by_person FOREIGN KEY(opened_by) REFERENCES person (id), 
	CONSTRAINT uq_round_campaign_id_number UNIQUE (campaign_id, number)
);
CREATE TABLE sign_in (
	id INTEGER NOT NULL, 
	session_hash VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	link_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_sign_in PRIMARY KEY (id), 
	CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY(link_id) REFERENCES link (id), 
	CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash)
);
INSERT INTO "sign_in" VALUES(1,'094cbca9f183fee8b3e94072ec6ad9c2c77f317701e2a525543ac8f3468f86d2',1,1,'2026-03-02 09:00:20.000000',NULL);
INSERT INTO "sign_in" VALUES(2,'ce9b590fdfe78cf71008cb3e5055b701250469f9bb293bd76034d0e0b8ae58a2',2,2,'2026-03-02 09:00:40.000000',NULL);
INSERT INTO "sign_in" VALUES(3,'c06ca1901cac115084272fe0a4c6b417b98075ff328367cb5c9401df5955989f',3,3,'2026-03-02 09:01:00.000000',NULL);
INSERT INTO "sign_in" VALUES(4,'74e6cdd9c1f60c1760555262d6d40fbd24f3ce43c6177f1ad3e6f68b1bb6873b',4,4,'2026-03-02 09:01:20.000000',NULL);
INSERT INTO "sign_in" VALUES(5,'42fd130ad5519d4d1823094da3dbc5d78afecbc942343d2554732cb00a519562',7,5,'2026-03-02 09:30:00.000000',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell');
INSERT INTO "system" VALUES(2,1,'bravo-modell');
INSERT INTO "system" VALUES(3,1,'charlie-modell');
INSERT INTO "system" VALUES(4,2,'alfa-modell');
INSERT INTO "system" VALUES(5,2,'bravo-modell');
INSERT INTO "system" VALUES(6,2,'charlie-modell');
INSERT INTO "system" VALUES(7,2,'alfa');
INSERT INTO "system" VALUES(8,2,'bravo');
INSERT INTO "system" VALUES(9,2,'charlie');
INSERT INTO "system" VALUES(10,3,'alfa-modell');
INSERT INTO "system" VALUES(11,3,'bravo-modell');
INSERT INTO "system" VALUES(12,3,'charlie-modell');
CREATE UNIQUE INDEX uq_link_live ON link (person_id) WHERE revoked_at IS NULL;
CREATE INDEX ix_response_campaign_id ON response (campaign_id);
CREATE INDEX ix_sign_in_person_id ON sign_in (person_id);
CREATE INDEX ix_comparison_campaign ON comparison (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON comparison (campaign_id, position) WHERE done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL;
CREATE INDEX ix_comparison_prompt ON comparison (prompt_id);
CREATE INDEX ix_consent_person ON consent (person_id, campaign_id);
CREATE INDEX ix_guideline_reading_person ON guideline_reading (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON hours_note (person_id, campaign_id, day);
CREATE INDEX ix_assignment_person ON assignment (campaign_id, person_id, status, sequence);
CREATE INDEX ix_event_campaign ON event (campaign_id, id);
CREATE UNIQUE INDEX uq_exclusion_live ON exclusion (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_message_person ON message (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON program_token (campaign_id);
CREATE UNIQUE INDEX uq_membership_campaign ON membership (person_id, campaign_id, role) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX uq_membership_everywhere ON membership (person_id, role) WHERE campaign_id IS NULL;
CREATE INDEX ix_judge_reply_campaign ON judge_reply (campaign_id, person_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
CREATE INDEX ix_question_person ON question (campaign_id, person_id);
CREATE INDEX ix_desk_action_person ON desk_action (campaign_id, person_id, id);
CREATE UNIQUE INDEX uq_rating_mark_placeless ON rating_mark (rating_assignment_id, revision, issue) WHERE start IS NULL;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_unranked ON judgment (campaign_id, person_id) WHERE NOT ranked;
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
CREATE INDEX ix_judgment_late ON judgment (campaign_id, person_id) WHERE late;
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_reason_response_id ON reason (response_id);
CREATE UNIQUE INDEX uq_reason_placeless ON reason (remark_id, response_id, issue) WHERE start IS NULL;
COMMIT;
