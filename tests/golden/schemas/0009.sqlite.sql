BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0009');
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
	qualification_id INTEGER, skip_settled_at DATETIME, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training', 'test'))
);
INSERT INTO "assignment" VALUES(1,1,1,2,0,'regular','done',1,1,1,NULL,'2026-03-02 09:06:20.000000','2026-03-02 09:06:20.000000',NULL,NULL,'2026-11-24 00:35:44.101920',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(2,1,2,2,0,'regular','done',2,1,1,NULL,'2026-03-02 09:07:20.000000','2026-03-02 09:07:20.000000',NULL,NULL,'2026-11-24 00:35:44.171196',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(3,1,3,2,0,'regular','done',3,0,1,NULL,'2026-03-02 09:08:20.000000','2026-03-02 09:08:20.000000',NULL,NULL,'2026-11-24 00:35:44.201298',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(4,1,4,2,0,'regular','skipped',4,0,1,'2026-03-02 09:39:20.000000','2026-03-02 09:09:20.000000','2026-03-02 09:09:20.000000','other','Uklart.','2026-11-24 00:35:44.210077','2026-03-02 09:09:40.000000',0,NULL,NULL);
INSERT INTO "assignment" VALUES(5,1,17,2,0,'gold','done',5,0,1,NULL,'2026-03-02 09:10:00+00:00','2026-03-02 09:10:00+00:00',NULL,NULL,'2026-11-24 00:35:44.220674+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(6,1,5,2,0,'regular','done',6,0,1,NULL,'2026-03-02 09:11:00+00:00','2026-03-02 09:11:40.000000',NULL,NULL,'2026-11-24 00:35:44.229875+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(7,1,6,2,0,'regular','done',7,1,1,NULL,'2026-03-02 09:13:00+00:00','2026-03-02 09:13:00+00:00',NULL,NULL,'2026-11-24 00:35:44.241879+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(8,1,16,2,0,'gold','done',8,1,1,NULL,'2026-03-02 09:14:00+00:00','2026-03-02 09:14:00+00:00',NULL,NULL,'2026-11-24 00:35:44.246454+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(9,1,7,2,0,'regular','leased',9,0,1,'2026-03-02 09:45:00+00:00','2026-03-02 09:15:00+00:00','2026-03-02 09:15:00+00:00',NULL,NULL,'2026-11-24 00:35:44.250150+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(10,1,1,3,0,'regular','done',1,0,1,NULL,'2026-03-02 09:15:20+00:00','2026-03-02 09:15:20+00:00',NULL,NULL,'2026-11-24 00:35:44.251369+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(11,1,2,3,0,'regular','done',2,1,1,NULL,'2026-03-02 09:16:20+00:00','2026-03-02 09:16:20+00:00',NULL,NULL,'2026-11-24 00:35:44.254623+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(12,1,3,3,0,'regular','done',3,0,1,NULL,'2026-03-02 09:17:20+00:00','2026-03-02 09:17:20+00:00',NULL,NULL,'2026-11-24 00:35:44.260287+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(13,1,18,3,0,'gold','skipped',4,1,1,'2026-03-02 09:48:20+00:00','2026-03-02 09:18:20+00:00','2026-03-02 09:18:20+00:00','other','Uklart.','2026-11-24 00:35:44.264348+00:00','2026-03-02 09:18:40.000000',0,NULL,NULL);
INSERT INTO "assignment" VALUES(14,1,4,3,0,'regular','done',5,1,1,NULL,'2026-03-02 09:19:00+00:00','2026-03-02 09:19:00+00:00',NULL,NULL,'2026-11-24 00:35:44.265986+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(15,1,5,3,0,'regular','done',6,1,1,NULL,'2026-03-02 09:20:00+00:00','2026-03-02 09:20:40.000000',NULL,NULL,'2026-11-24 00:35:44.272169+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(16,1,6,3,0,'regular','done',7,0,1,NULL,'2026-03-02 09:22:00+00:00','2026-03-02 09:22:00+00:00',NULL,NULL,'2026-11-24 00:35:44.285641+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(17,1,17,3,0,'gold','leased',8,1,1,'2026-03-02 09:53:00+00:00','2026-03-02 09:23:00+00:00','2026-03-02 09:23:00+00:00',NULL,NULL,'2026-11-24 00:35:44.325694+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(18,1,4,4,0,'regular','done',1,0,1,NULL,'2026-03-02 09:23:20+00:00','2026-03-02 09:23:20+00:00',NULL,NULL,'2026-11-24 00:35:44.333694+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(19,1,18,4,0,'gold','done',2,1,1,NULL,'2026-03-02 09:24:20+00:00','2026-03-02 09:24:20+00:00',NULL,NULL,'2026-11-24 00:35:44.383428+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(20,1,7,4,0,'regular','done',3,1,1,NULL,'2026-03-02 09:25:20+00:00','2026-03-02 09:25:20+00:00',NULL,NULL,'2026-11-24 00:35:44.420477+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(21,1,8,4,0,'regular','skipped',4,1,1,'2026-03-02 09:56:20+00:00','2026-03-02 09:26:20+00:00','2026-03-02 09:26:20+00:00','other','Uklart.','2026-11-24 00:35:44.477811+00:00','2026-03-02 09:26:40.000000',0,NULL,NULL);
INSERT INTO "assignment" VALUES(22,1,10,4,0,'regular','done',5,0,1,NULL,'2026-03-02 09:27:00+00:00','2026-03-02 09:27:00+00:00',NULL,NULL,'2026-11-24 00:35:44.494658+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(23,1,11,4,0,'regular','done',6,0,1,NULL,'2026-03-02 09:28:00+00:00','2026-03-02 09:28:40.000000',NULL,NULL,'2026-11-24 00:35:44.511314+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(24,1,9,4,0,'regular','released',7,0,1,'2026-03-02 10:00:00+00:00','2026-03-02 09:30:00+00:00','2026-03-02 09:30:00+00:00',NULL,NULL,'2026-11-24 00:35:44.669451+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(25,2,22,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.313813',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(26,2,20,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.313819',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(27,2,24,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.313820',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(28,2,25,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.313821',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(29,2,21,NULL,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.325496',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(30,2,23,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326180',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(31,2,25,5,1,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326182',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(32,1,1,8,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:48.103661',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(33,1,1,8,1,'repeat','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:48.121903',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(34,1,3,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:48.136055',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(35,1,3,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:48.144985',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(36,1,4,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:48.158066',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(37,1,4,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:48.168777',NULL,0,NULL,NULL);
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
	clarifications INTEGER DEFAULT '0' NOT NULL, guideline_edition INTEGER DEFAULT '0' NOT NULL, headings JSON, 
	CONSTRAINT pk_campaign PRIMARY KEY (id), 
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('draft', 'open', 'paused', 'closed', 'archived'))
);
INSERT INTO "campaign" VALUES(1,'trial','Campaign trial','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}','2026-11-24 00:35:42.872075',1,0,NULL);
INSERT INTO "campaign" VALUES(2,'imported','Campaign imported','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-24 00:35:44.936229',0,0,NULL);
INSERT INTO "campaign" VALUES(3,'rated','Campaign rated','open','adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-24 00:35:45.385841',0,0,NULL);
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
INSERT INTO "clarification" VALUES(1,1,1,'Slik er det.',NULL,1,'2026-03-02 09:05:00.000000');
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
INSERT INTO "comparison" VALUES(2,1,5,13,15,'regular',1,2,0,1,2,0,NULL,NULL,NULL,'2026-03-02 09:31:00.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,3,8,9,'regular',1,2,0,2,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,2,4,5,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,4,10,12,'regular',1,2,0,4,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,1,1,3,'regular',1,2,0,5,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(7,1,5,13,14,'regular',1,2,0,6,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,3,7,9,'regular',1,2,0,7,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,2,4,6,'regular',1,2,0,8,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,4,10,11,'regular',1,2,0,9,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,1,1,2,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,5,14,15,'regular',1,2,0,11,0,0,NULL,NULL,NULL,'2026-03-02 09:31:00.000000',NULL,NULL);
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
INSERT INTO "consent" VALUES(1,2,1,'1.1.0','7aad1bacd5e80d28393f4439b09d18c3e4eeda4fc873aa4c601d79a31233827a','nb','2026-03-02 09:03:00.000000',NULL);
INSERT INTO "consent" VALUES(2,3,1,'1.1.0','7aad1bacd5e80d28393f4439b09d18c3e4eeda4fc873aa4c601d79a31233827a','nb','2026-03-02 09:03:20.000000',NULL);
INSERT INTO "consent" VALUES(3,4,1,'1.1.0','7aad1bacd5e80d28393f4439b09d18c3e4eeda4fc873aa4c601d79a31233827a','nb','2026-03-02 09:03:40.000000',NULL);
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
INSERT INTO "desk_action" VALUES(1,'9ad7ecae-c891-4dea-8285-a4d6abed65b3',1,2,'choose',1,NULL,1,'2026-03-02 09:06:40.000000','2026-03-02 09:06:40.000000',0,'2026-11-24 00:35:44.126600');
INSERT INTO "desk_action" VALUES(2,'08692fae-22de-4221-85c4-d9946414df9f',1,2,'explain',1,NULL,1,'2026-03-02 09:07:00.000000','2026-03-02 09:06:40.000000',0,'2026-11-24 00:35:44.165223');
INSERT INTO "desk_action" VALUES(3,'33d80fef-e832-4d8c-bb7d-98df2bd5b693',1,2,'choose',2,NULL,1,'2026-03-02 09:07:40.000000','2026-03-02 09:07:40.000000',0,'2026-11-24 00:35:44.176029');
INSERT INTO "desk_action" VALUES(4,'036f4afd-8df7-4be7-9337-616ef6f75ca9',1,2,'explain',2,NULL,1,'2026-03-02 09:08:00.000000','2026-03-02 09:07:40.000000',0,'2026-11-24 00:35:44.189310');
INSERT INTO "desk_action" VALUES(5,'48620689-e17a-4ab3-9006-f97d7a78f942',1,2,'choose',3,NULL,1,'2026-03-02 09:08:40+00:00','2026-03-02 09:08:40+00:00',0,'2026-11-24 00:35:44.204310+00:00');
INSERT INTO "desk_action" VALUES(6,'94fb03ec-168a-4a71-a3be-4a94c6ea1f44',1,2,'explain',3,NULL,1,'2026-03-02 09:09:00+00:00','2026-03-02 09:08:40+00:00',0,'2026-11-24 00:35:44.205955+00:00');
INSERT INTO "desk_action" VALUES(7,'18d06536-f607-4aa4-8513-0addae34e13e',1,2,'skip',4,NULL,0,'2026-03-02 09:09:40+00:00','2026-03-02 09:09:20+00:00',0,'2026-11-24 00:35:44.213426+00:00');
INSERT INTO "desk_action" VALUES(8,'bebe1672-5a0f-4760-b0c3-16e51a29677c',1,2,'choose',5,NULL,1,'2026-03-02 09:10:20+00:00','2026-03-02 09:10:20+00:00',0,'2026-11-24 00:35:44.223480+00:00');
INSERT INTO "desk_action" VALUES(9,'d42b18e8-b6aa-497c-a677-b733daca6c97',1,2,'explain',5,NULL,1,'2026-03-02 09:10:40+00:00','2026-03-02 09:10:20+00:00',0,'2026-11-24 00:35:44.228643+00:00');
INSERT INTO "desk_action" VALUES(10,'73b31fff-247e-4280-98e0-a31319a47711',1,2,'choose',6,NULL,1,'2026-03-02 09:11:20+00:00','2026-03-02 09:11:20+00:00',1,'2026-11-24 00:35:44.231672+00:00');
INSERT INTO "desk_action" VALUES(11,'6148f48d-5d2d-406a-a0ee-de301074d471',1,2,'undo',6,NULL,1,'2026-03-02 09:11:40+00:00','2026-03-02 09:11:20+00:00',0,'2026-11-24 00:35:44.233971+00:00');
INSERT INTO "desk_action" VALUES(12,'bddeaf5d-2688-4d0f-bc3a-c1a714b40c8c',1,2,'choose',6,NULL,3,'2026-03-02 09:12:20+00:00','2026-03-02 09:12:20+00:00',0,'2026-11-24 00:35:44.238675+00:00');
INSERT INTO "desk_action" VALUES(13,'825cd5a5-70f0-4a6c-be5e-9f235edf34fa',1,2,'explain',6,NULL,3,'2026-03-02 09:12:40+00:00','2026-03-02 09:12:20+00:00',0,'2026-11-24 00:35:44.240457+00:00');
INSERT INTO "desk_action" VALUES(14,'cb31d41e-fb3e-4bf0-8e9b-872d88883b83',1,2,'choose',7,NULL,1,'2026-03-02 09:13:20+00:00','2026-03-02 09:13:20+00:00',0,'2026-11-24 00:35:44.243274+00:00');
INSERT INTO "desk_action" VALUES(15,'8b1422ae-c415-488d-9e58-677853e89e1b',1,2,'explain',7,NULL,1,'2026-03-02 09:13:40+00:00','2026-03-02 09:13:20+00:00',0,'2026-11-24 00:35:44.245250+00:00');
INSERT INTO "desk_action" VALUES(16,'ba2dacaa-c526-418d-b59d-93ecbbc79d9e',1,2,'choose',8,NULL,1,'2026-03-02 09:14:20+00:00','2026-03-02 09:14:20+00:00',0,'2026-11-24 00:35:44.247793+00:00');
INSERT INTO "desk_action" VALUES(17,'de397fe2-e99e-4f4f-b8bd-273b0a5d7556',1,2,'explain',8,NULL,1,'2026-03-02 09:14:40+00:00','2026-03-02 09:14:20+00:00',0,'2026-11-24 00:35:44.249256+00:00');
INSERT INTO "desk_action" VALUES(18,'45c51ce7-f3bc-42bf-a351-56393ad9fb16',1,3,'choose',10,NULL,1,'2026-03-02 09:15:40+00:00','2026-03-02 09:15:40+00:00',0,'2026-11-24 00:35:44.252322+00:00');
INSERT INTO "desk_action" VALUES(19,'969057cf-4b57-41da-827f-9b235fcea1e3',1,3,'explain',10,NULL,1,'2026-03-02 09:16:00+00:00','2026-03-02 09:15:40+00:00',0,'2026-11-24 00:35:44.253856+00:00');
INSERT INTO "desk_action" VALUES(20,'6a1fb803-daf0-4ce8-8784-423f9e490718',1,3,'choose',11,NULL,1,'2026-03-02 09:16:40+00:00','2026-03-02 09:16:40+00:00',0,'2026-11-24 00:35:44.257327+00:00');
INSERT INTO "desk_action" VALUES(21,'0e824bc5-6c8b-42df-9848-287c48968344',1,3,'explain',11,NULL,1,'2026-03-02 09:17:00+00:00','2026-03-02 09:16:40+00:00',0,'2026-11-24 00:35:44.259234+00:00');
INSERT INTO "desk_action" VALUES(22,'9a867887-c603-490a-b762-2fca5ce51644',1,3,'choose',12,NULL,1,'2026-03-02 09:17:40+00:00','2026-03-02 09:17:40+00:00',0,'2026-11-24 00:35:44.261653+00:00');
INSERT INTO "desk_action" VALUES(23,'6419752d-d4ad-45e2-a9de-855be75cd87b',1,3,'explain',12,NULL,1,'2026-03-02 09:18:00+00:00','2026-03-02 09:17:40+00:00',0,'2026-11-24 00:35:44.263254+00:00');
INSERT INTO "desk_action" VALUES(24,'13891764-2080-4fcc-a27c-28ed6d819c45',1,3,'skip',13,NULL,0,'2026-03-02 09:18:40+00:00','2026-03-02 09:18:20+00:00',0,'2026-11-24 00:35:44.265211+00:00');
INSERT INTO "desk_action" VALUES(25,'b76046ce-dff6-41a8-b2f7-5673c516a804',1,3,'choose',14,NULL,1,'2026-03-02 09:19:20+00:00','2026-03-02 09:19:20+00:00',0,'2026-11-24 00:35:44.269120+00:00');
INSERT INTO "desk_action" VALUES(26,'325ea82f-b934-42b4-9531-eb58639f1e51',1,3,'explain',14,NULL,1,'2026-03-02 09:19:40+00:00','2026-03-02 09:19:20+00:00',0,'2026-11-24 00:35:44.270750+00:00');
INSERT INTO "desk_action" VALUES(27,'4873b4d3-1d59-47d9-8603-a33974573dfc',1,3,'choose',15,NULL,1,'2026-03-02 09:20:20+00:00','2026-03-02 09:20:20+00:00',1,'2026-11-24 00:35:44.273647+00:00');
INSERT INTO "desk_action" VALUES(28,'9ddf2290-a614-43ef-9f6c-f212ae1f106c',1,3,'undo',15,NULL,1,'2026-03-02 09:20:40+00:00','2026-03-02 09:20:20+00:00',0,'2026-11-24 00:35:44.276103+00:00');
INSERT INTO "desk_action" VALUES(29,'1809ca72-2884-429e-bd92-1053b8fd49cf',1,3,'choose',15,NULL,3,'2026-03-02 09:21:20+00:00','2026-03-02 09:21:20+00:00',0,'2026-11-24 00:35:44.281405+00:00');
INSERT INTO "desk_action" VALUES(30,'a72e8bd1-381c-4e00-b714-17bb2e781bfa',1,3,'explain',15,NULL,3,'2026-03-02 09:21:40+00:00','2026-03-02 09:21:20+00:00',0,'2026-11-24 00:35:44.284262+00:00');
INSERT INTO "desk_action" VALUES(31,'d291fe84-ddb2-43cd-9b7d-78afc8a07df5',1,3,'choose',16,NULL,1,'2026-03-02 09:22:20+00:00','2026-03-02 09:22:20+00:00',0,'2026-11-24 00:35:44.286805+00:00');
INSERT INTO "desk_action" VALUES(32,'47a351c5-4a42-40f7-856f-45885d282c7a',1,3,'explain',16,NULL,1,'2026-03-02 09:22:40+00:00','2026-03-02 09:22:20+00:00',0,'2026-11-24 00:35:44.288501+00:00');
INSERT INTO "desk_action" VALUES(33,'7036bd8f-de36-4862-8f9a-e73acc0b2122',1,4,'choose',18,NULL,1,'2026-03-02 09:23:40+00:00','2026-03-02 09:23:40+00:00',0,'2026-11-24 00:35:44.338356+00:00');
INSERT INTO "desk_action" VALUES(34,'453051ad-6aae-4480-9e69-d77b8bc6ab22',1,4,'explain',18,NULL,1,'2026-03-02 09:24:00+00:00','2026-03-02 09:23:40+00:00',0,'2026-11-24 00:35:44.375006+00:00');
INSERT INTO "desk_action" VALUES(35,'60c67ffd-de42-4a4c-92ba-31218eea9c32',1,4,'choose',19,NULL,1,'2026-03-02 09:24:40+00:00','2026-03-02 09:24:40+00:00',0,'2026-11-24 00:35:44.386996+00:00');
INSERT INTO "desk_action" VALUES(36,'c98095f3-2efd-4453-abcd-b8ebe8ba8f6e',1,4,'explain',19,NULL,1,'2026-03-02 09:25:00+00:00','2026-03-02 09:24:40+00:00',0,'2026-11-24 00:35:44.415217+00:00');
INSERT INTO "desk_action" VALUES(37,'2b6752a1-09d5-459c-91c4-e7dc4f49f208',1,4,'choose',20,NULL,1,'2026-03-02 09:25:40+00:00','2026-03-02 09:25:40+00:00',0,'2026-11-24 00:35:44.422435+00:00');
INSERT INTO "desk_action" VALUES(38,'732ae173-eb32-46f0-820a-c33c65ad73a6',1,4,'explain',20,NULL,1,'2026-03-02 09:26:00+00:00','2026-03-02 09:25:40+00:00',0,'2026-11-24 00:35:44.476022+00:00');
INSERT INTO "desk_action" VALUES(39,'23016b14-f5f5-420c-96ee-5a63a2d93df1',1,4,'skip',21,NULL,0,'2026-03-02 09:26:40+00:00','2026-03-02 09:26:20+00:00',0,'2026-11-24 00:35:44.493210+00:00');
INSERT INTO "desk_action" VALUES(40,'9132cefd-a7ea-43f0-873b-15cdbd7797d1',1,4,'choose',22,NULL,1,'2026-03-02 09:27:20+00:00','2026-03-02 09:27:20+00:00',0,'2026-11-24 00:35:44.500908+00:00');
INSERT INTO "desk_action" VALUES(41,'4d8564ec-5bed-4621-9a2b-2ec7b5134274',1,4,'explain',22,NULL,1,'2026-03-02 09:27:40+00:00','2026-03-02 09:27:20+00:00',0,'2026-11-24 00:35:44.503038+00:00');
INSERT INTO "desk_action" VALUES(42,'99e1077f-ebc2-47b1-831c-5981ef937aba',1,4,'choose',23,NULL,1,'2026-03-02 09:28:20+00:00','2026-03-02 09:28:20+00:00',1,'2026-11-24 00:35:44.588804+00:00');
INSERT INTO "desk_action" VALUES(43,'dcf8adbe-af91-4bcb-a01c-f51a95c6fd01',1,4,'undo',23,NULL,1,'2026-03-02 09:28:40+00:00','2026-03-02 09:28:20+00:00',0,'2026-11-24 00:35:44.592656+00:00');
INSERT INTO "desk_action" VALUES(44,'bcbec0b3-4550-4a17-9136-86269dfbc0b4',1,4,'choose',23,NULL,3,'2026-03-02 09:29:20+00:00','2026-03-02 09:29:20+00:00',0,'2026-11-24 00:35:44.598220+00:00');
INSERT INTO "desk_action" VALUES(45,'c94fbfe4-94d8-40ad-a2f1-b6049bd8af29',1,4,'explain',23,NULL,3,'2026-03-02 09:29:40+00:00','2026-03-02 09:29:20+00:00',0,'2026-11-24 00:35:44.655760+00:00');
INSERT INTO "desk_action" VALUES(46,'021b45f1-eb60-4bd3-a136-96830c8a1b90',3,7,'rate',NULL,1,1,'2026-03-02 09:32:20+00:00','2026-03-02 09:32:20+00:00',0,'2026-11-24 00:35:46.130679+00:00');
INSERT INTO "desk_action" VALUES(47,'d0f14b0c-d3bf-4934-ac7d-09e5fb9139d9',3,7,'rate',NULL,2,1,'2026-03-02 09:33:00+00:00','2026-03-02 09:33:00+00:00',0,'2026-11-24 00:35:46.173515+00:00');
INSERT INTO "desk_action" VALUES(48,'9b0e0031-4cb4-4ce8-b948-d2e1ddc3b7fe',3,7,'rate',NULL,3,1,'2026-03-02 09:33:40+00:00','2026-03-02 09:33:40+00:00',1,'2026-11-24 00:35:46.230746+00:00');
INSERT INTO "desk_action" VALUES(49,'a6de1001-74d6-49d1-b08c-90cf3fca52d9',3,7,'undo',NULL,3,1,'2026-03-02 09:34:00+00:00','2026-03-02 09:33:40+00:00',0,'2026-11-24 00:35:46.285213+00:00');
INSERT INTO "desk_action" VALUES(50,'137a3e8b-117f-42b5-819b-2eefed117a72',3,7,'rate',NULL,3,3,'2026-03-02 09:34:40+00:00','2026-03-02 09:34:40+00:00',0,'2026-11-24 00:35:46.326528+00:00');
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
INSERT INTO "event" VALUES(1,1,NULL,'gold_imported','{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}','2026-11-24 00:35:43.896354');
INSERT INTO "event" VALUES(2,1,1,'question_answered','{"question": 1}','2026-11-24 00:35:44.071599');
INSERT INTO "event" VALUES(3,1,1,'clarification_published','{"number": 1}','2026-11-24 00:35:44.075451');
INSERT INTO "event" VALUES(4,1,1,'person_excluded','{"person": 4, "reason": "For rask.", "put_back": true}','2026-11-24 00:35:44.778640');
INSERT INTO "event" VALUES(5,1,1,'message_sent','{"person": 2, "message": 1}','2026-11-24 00:35:44.802702');
INSERT INTO "event" VALUES(6,1,1,'token_created','{"name": "loop"}','2026-11-24 00:35:44.833200');
INSERT INTO "event" VALUES(7,1,1,'response_withdrawn','{"response": 15, "comparisons": 2}','2026-11-24 00:35:44.934619');
INSERT INTO "event" VALUES(8,2,NULL,'judgments_imported','{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','2026-11-24 00:35:45.358362');
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
INSERT INTO "exclusion" VALUES(1,1,4,'For rask.',1,1,'2026-03-02 09:30:20.000000',NULL,NULL);
CREATE TABLE guideline_edition (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	texts JSON NOT NULL, 
	published_by INTEGER, 
	published_at DATETIME NOT NULL, 
	CONSTRAINT pk_guideline_edition PRIMARY KEY (id), 
	CONSTRAINT fk_guideline_edition_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_guideline_edition_published_by_person FOREIGN KEY(published_by) REFERENCES person (id), 
	CONSTRAINT uq_guideline_edition_campaign_id_number UNIQUE (campaign_id, number)
);
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
INSERT INTO "guideline_reading" VALUES(1,2,1,'1.1+1','nb',1,'2026-03-02 09:05:20.000000','2026-03-02 09:05:20.000000');
INSERT INTO "guideline_reading" VALUES(2,3,1,'1.1+1','nb',1,'2026-03-02 09:05:40.000000','2026-03-02 09:05:40.000000');
INSERT INTO "guideline_reading" VALUES(3,4,1,'1.1+1','nb',1,'2026-03-02 09:06:00.000000','2026-03-02 09:06:00.000000');
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
INSERT INTO "hours_note" VALUES(1,2,1,'2026-03-02',30,'Pause','2026-03-02 09:04:00.000000');
CREATE TABLE job (
	id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	campaign_id INTEGER, 
	asked_by INTEGER, 
	about JSON NOT NULL, 
	state VARCHAR NOT NULL, 
	due_at DATETIME NOT NULL, 
	lease VARCHAR, 
	leased_until DATETIME, 
	attempts INTEGER NOT NULL, 
	done INTEGER, 
	total INTEGER, 
	outcome JSON, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	ended_at DATETIME, 
	CONSTRAINT pk_job PRIMARY KEY (id), 
	CONSTRAINT ck_job_state CHECK (state IN ('waiting', 'running', 'paused', 'done', 'failed', 'stopped')), 
	CONSTRAINT ck_job_lease CHECK ((lease IS NULL) = (leased_until IS NULL)), 
	CONSTRAINT fk_job_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_job_asked_by_person FOREIGN KEY(asked_by) REFERENCES person (id)
);
CREATE TABLE judge_lease (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	leased_until DATETIME NOT NULL, 
	CONSTRAINT pk_judge_lease PRIMARY KEY (id), 
	CONSTRAINT fk_judge_lease_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_lease_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_lease_campaign_id_person_id UNIQUE (campaign_id, person_id)
);
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
	created_at DATETIME NOT NULL, reasoning VARCHAR, refusal VARCHAR, finish_reason VARCHAR, usage JSON, body VARCHAR, kept INTEGER, 
	CONSTRAINT pk_judge_reply PRIMARY KEY (id), 
	CONSTRAINT ck_judge_reply_status CHECK (status IN ('ok', 'malformed', 'failed')), 
	CONSTRAINT ck_judge_reply_attempt CHECK (attempt >= 1), 
	CONSTRAINT ck_judge_reply_reply_has_text CHECK ((status = 'failed') = (text IS NULL)), 
	CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt)
);
INSERT INTO "judge_reply" VALUES(1,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000000','{"comparison": 1, "swapped": false}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(2,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000001','{"comparison": 1, "swapped": true}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(3,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000002','{"comparison": 3, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(4,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000003','{"comparison": 3, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(5,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000004','{"comparison": 4, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(6,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000005','{"comparison": 4, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,NULL,NULL,NULL,1);
CREATE TABLE judge_setting (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	host VARCHAR NOT NULL, 
	model VARCHAR NOT NULL, 
	model_revision VARCHAR, 
	temperature DOUBLE, 
	seed INTEGER, 
	reply_format VARCHAR, 
	reply_schema JSON, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judge_setting PRIMARY KEY (id), 
	CONSTRAINT ck_judge_setting_reply_format CHECK (reply_format IN ('json_schema', 'json_object', 'plain')), 
	CONSTRAINT fk_judge_setting_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_setting_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_setting_campaign_id_person_id_protocol_key UNIQUE (campaign_id, person_id, protocol_key)
);
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
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','second',1,1,1,1,1,1,2,3,2,0,'2026-03-02 09:06:20.000000','2026-03-02 09:06:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.114112',0);
INSERT INTO "judgment" VALUES(2,2,1,1,'B','first',1,1,1,1,2,5,1,3,2,0,'2026-03-02 09:07:20.000000','2026-03-02 09:07:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.175490',0);
INSERT INTO "judgment" VALUES(3,3,1,1,'tie','tie',0,1,1,1,3,3,2,3,2,0,'2026-03-02 09:08:20.000000','2026-03-02 09:08:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.203912',0);
INSERT INTO "judgment" VALUES(4,5,1,1,'A','first',0,1,0,1,17,8,NULL,NULL,2,0,'2026-03-02 09:10:00.000000','2026-03-02 09:10:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.222076',0);
INSERT INTO "judgment" VALUES(5,6,1,0,'B','second',0,1,1,1,5,4,1,3,2,0,'2026-03-02 09:11:00+00:00','2026-03-02 09:11:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.230795+00:00',0);
INSERT INTO "judgment" VALUES(6,6,2,0,NULL,NULL,0,1,1,1,5,4,1,3,2,0,'2026-03-02 09:11:00+00:00','2026-03-02 09:11:40+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.232423+00:00',0);
INSERT INTO "judgment" VALUES(7,6,3,1,'tie','tie',0,1,1,1,5,4,1,3,2,0,'2026-03-02 09:11:40+00:00','2026-03-02 09:12:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.238369+00:00',0);
INSERT INTO "judgment" VALUES(8,7,1,1,'A','second',1,1,1,1,6,1,1,3,2,0,'2026-03-02 09:13:00+00:00','2026-03-02 09:13:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.242917+00:00',0);
INSERT INTO "judgment" VALUES(9,8,1,1,'A','second',1,1,0,1,16,6,NULL,NULL,2,0,'2026-03-02 09:14:00+00:00','2026-03-02 09:14:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.247489+00:00',0);
INSERT INTO "judgment" VALUES(10,10,1,1,'B','second',0,1,1,1,1,1,2,3,3,0,'2026-03-02 09:15:20+00:00','2026-03-02 09:15:40+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.252087+00:00',0);
INSERT INTO "judgment" VALUES(11,11,1,1,'tie','tie',1,1,1,1,2,5,1,3,3,0,'2026-03-02 09:16:20+00:00','2026-03-02 09:16:40+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.256364+00:00',0);
INSERT INTO "judgment" VALUES(12,12,1,1,'A','first',0,1,1,1,3,3,2,3,3,0,'2026-03-02 09:17:20+00:00','2026-03-02 09:17:40+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.261319+00:00',0);
INSERT INTO "judgment" VALUES(13,14,1,1,'B','first',1,1,1,1,4,2,1,2,3,0,'2026-03-02 09:19:00+00:00','2026-03-02 09:19:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.268821+00:00',0);
INSERT INTO "judgment" VALUES(14,15,1,0,'tie','tie',1,1,1,1,5,4,1,3,3,0,'2026-03-02 09:20:00+00:00','2026-03-02 09:20:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.273311+00:00',0);
INSERT INTO "judgment" VALUES(15,15,2,0,NULL,NULL,1,1,1,1,5,4,1,3,3,0,'2026-03-02 09:20:00+00:00','2026-03-02 09:20:40+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.275184+00:00',0);
INSERT INTO "judgment" VALUES(16,15,3,1,'A','second',1,1,1,1,5,4,1,3,3,0,'2026-03-02 09:20:40+00:00','2026-03-02 09:21:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.277846+00:00',0);
INSERT INTO "judgment" VALUES(17,16,1,1,'A','first',0,1,1,1,6,1,1,3,3,0,'2026-03-02 09:22:00+00:00','2026-03-02 09:22:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.286545+00:00',0);
INSERT INTO "judgment" VALUES(18,18,1,1,'tie','tie',0,1,1,1,4,2,1,2,4,0,'2026-03-02 09:23:20+00:00','2026-03-02 09:23:40+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.337614+00:00',0);
INSERT INTO "judgment" VALUES(19,19,1,1,'A','second',1,1,0,1,18,9,NULL,NULL,4,0,'2026-03-02 09:24:20+00:00','2026-03-02 09:24:40+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.384868+00:00',0);
INSERT INTO "judgment" VALUES(20,20,1,1,'A','second',1,1,1,1,7,5,1,2,4,0,'2026-03-02 09:25:20+00:00','2026-03-02 09:25:40+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.422072+00:00',0);
INSERT INTO "judgment" VALUES(21,22,1,1,'tie','tie',0,1,1,1,10,4,1,2,4,0,'2026-03-02 09:27:00+00:00','2026-03-02 09:27:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.500518+00:00',0);
INSERT INTO "judgment" VALUES(22,23,1,0,'A','first',0,1,1,1,11,1,1,2,4,0,'2026-03-02 09:28:00+00:00','2026-03-02 09:28:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.588449+00:00',0);
INSERT INTO "judgment" VALUES(23,23,2,0,NULL,NULL,0,1,1,1,11,1,1,2,4,0,'2026-03-02 09:28:00+00:00','2026-03-02 09:28:40+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.591884+00:00',0);
INSERT INTO "judgment" VALUES(24,23,3,1,'A','first',0,1,1,1,11,1,1,2,4,0,'2026-03-02 09:28:40+00:00','2026-03-02 09:29:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-24 00:35:44.597919+00:00',0);
INSERT INTO "judgment" VALUES(25,25,1,1,'A','first',0,1,1,2,22,10,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326493',0);
INSERT INTO "judgment" VALUES(26,26,1,1,'tie','tie',0,1,1,2,20,10,8,9,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326498',0);
INSERT INTO "judgment" VALUES(27,27,1,1,'A','second',1,1,1,2,24,10,7,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326502',0);
INSERT INTO "judgment" VALUES(28,28,1,1,'B','second',0,1,1,2,25,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326505',0);
INSERT INTO "judgment" VALUES(29,29,1,1,'B','second',0,1,1,2,21,11,7,9,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326507',0);
INSERT INTO "judgment" VALUES(30,30,1,1,'A','second',1,1,1,2,23,11,8,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326509',0);
INSERT INTO "judgment" VALUES(31,31,1,1,'A','first',0,1,0,2,25,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-24 00:35:45.326512',0);
INSERT INTO "judgment" VALUES(32,32,1,1,'A','first',0,1,1,1,1,1,2,3,8,0,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.1+1','2026-11-24 00:35:48.106686',0);
INSERT INTO "judgment" VALUES(33,33,1,1,'B','first',1,1,0,1,1,1,2,3,8,0,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.1+1','2026-11-24 00:35:48.122572',0);
INSERT INTO "judgment" VALUES(34,34,1,1,'A','second',1,1,1,1,3,3,2,3,8,0,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.1+1','2026-11-24 00:35:48.136724',0);
INSERT INTO "judgment" VALUES(35,35,1,1,'B','second',0,1,0,1,3,3,2,3,8,0,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.1+1','2026-11-24 00:35:48.145853',0);
INSERT INTO "judgment" VALUES(36,36,1,1,'A','second',1,1,1,1,4,2,1,2,8,0,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.1+1','2026-11-24 00:35:48.158751',0);
INSERT INTO "judgment" VALUES(37,37,1,1,'B','second',0,1,0,1,4,2,1,2,8,0,NULL,'2026-03-02 09:35:00.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.1+1','2026-11-24 00:35:48.169450',0);
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
INSERT INTO "link" VALUES(1,1,'4baf0efe4c095548bb2d314e53c37fe7363a20b9ba43bf86928c33ec2053bd6f','2026-11-24 00:35:43.920582',NULL);
INSERT INTO "link" VALUES(2,2,'2de34228172ec59591a4eebdbc800dab9b327a01981376c03fa564ae13af92de','2026-11-24 00:35:43.941441',NULL);
INSERT INTO "link" VALUES(3,3,'3385c20838c3e09a13256ffc9e193b8979107f3b50bd89aee389b6c355ae7f92','2026-11-24 00:35:43.950896',NULL);
INSERT INTO "link" VALUES(4,4,'314c335335bad9b4a6482e4baa2464db34e724a781d33667440541a548654ad3','2026-11-24 00:35:43.962306',NULL);
INSERT INTO "link" VALUES(5,7,'6538524f5e74ed30eed9b827809726915472d578095818b6f14cd1d4897edae2','2026-11-24 00:35:45.418838',NULL);
CREATE TABLE link_offer (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	mail_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	until DATETIME NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_link_offer PRIMARY KEY (id), 
	CONSTRAINT fk_link_offer_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_link_offer_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id), 
	CONSTRAINT uq_link_offer_token_hash UNIQUE (token_hash)
);
CREATE TABLE loaded_file (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	size INTEGER, 
	rows INTEGER NOT NULL, 
	added JSON NOT NULL, 
	about JSON NOT NULL, 
	loaded_by INTEGER, 
	program VARCHAR, 
	loaded_at DATETIME NOT NULL, 
	CONSTRAINT pk_loaded_file PRIMARY KEY (id), 
	CONSTRAINT ck_loaded_file_kind CHECK (kind IN ('responses', 'comparisons', 'gold', 'judgments', 'ratings')), 
	CONSTRAINT fk_loaded_file_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_loaded_file_loaded_by_person FOREIGN KEY(loaded_by) REFERENCES person (id)
);
INSERT INTO "loaded_file" VALUES(1,1,'gold','gold.jsonl',388,4,'{"prompts": 4, "gold": 4}','{"loaded_file": [], "comparison": [16, 19], "response": [16, 23], "prompt": [6, 9]}',NULL,NULL,'2026-11-24 00:35:43.908972');
INSERT INTO "loaded_file" VALUES(2,2,'judgments','old.csv',582,7,'{"prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','{"loaded_file": [], "comparison": [20, 25], "response": [24, 29], "system": [7, 9], "prompt": [10, 11]}',NULL,NULL,'2026-11-24 00:35:45.384308');
CREATE TABLE mail (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	language VARCHAR, 
	asked_by INTEGER, 
	state VARCHAR NOT NULL, 
	answer VARCHAR, 
	queued_at DATETIME NOT NULL, 
	sent_at DATETIME, 
	CONSTRAINT pk_mail PRIMARY KEY (id), 
	CONSTRAINT ck_mail_kind CHECK (kind IN ('invitation', 'reminder', 'summary', 'link')), 
	CONSTRAINT ck_mail_state CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'dropped')), 
	CONSTRAINT fk_mail_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_mail_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_mail_asked_by_person FOREIGN KEY(asked_by) REFERENCES person (id), 
	CONSTRAINT uq_mail_key UNIQUE ("key")
);
CREATE TABLE mail_address (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	stop_key VARCHAR NOT NULL, 
	stopped_at DATETIME, 
	time_zone VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_mail_address PRIMARY KEY (id), 
	CONSTRAINT fk_mail_address_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_mail_address_person_id UNIQUE (person_id), 
	CONSTRAINT uq_mail_address_stop_key UNIQUE (stop_key)
);
CREATE TABLE mail_plan (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	sending BOOLEAN NOT NULL, 
	reminders BOOLEAN NOT NULL, 
	summaries BOOLEAN NOT NULL, 
	time_zone VARCHAR, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT pk_mail_plan PRIMARY KEY (id), 
	CONSTRAINT fk_mail_plan_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_mail_plan_campaign_id UNIQUE (campaign_id)
);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
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
INSERT INTO "message" VALUES(1,1,2,'Takk!',1,'2026-03-02 09:30:40.000000',NULL);
CREATE TABLE pause (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	made_by INTEGER, 
	made_at DATETIME NOT NULL, 
	lifted_by INTEGER, 
	lifted_at DATETIME, 
	CONSTRAINT pk_pause PRIMARY KEY (id), 
	CONSTRAINT fk_pause_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_pause_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_pause_made_by_person FOREIGN KEY(made_by) REFERENCES person (id), 
	CONSTRAINT fk_pause_lifted_by_person FOREIGN KEY(lifted_by) REFERENCES person (id)
);
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
INSERT INTO "person" VALUES(1,'Lise','human',NULL,'2026-11-24 00:35:43.916197',100,NULL,NULL);
INSERT INTO "person" VALUES(2,'Kari','human',NULL,'2026-11-24 00:35:43.938713',100,'nb','west');
INSERT INTO "person" VALUES(3,'Ola','human',NULL,'2026-11-24 00:35:43.950466',100,'nb','west');
INSERT INTO "person" VALUES(4,'Per','human',NULL,'2026-11-24 00:35:43.961575',100,'nb','west');
INSERT INTO "person" VALUES(5,'Ada','human',NULL,'2026-11-24 00:35:45.267477',100,NULL,NULL);
INSERT INTO "person" VALUES(6,'Bo','human',NULL,'2026-11-24 00:35:45.267484',100,NULL,NULL);
INSERT INTO "person" VALUES(7,'Rita','human',NULL,'2026-11-24 00:35:45.418424',100,NULL,NULL);
INSERT INTO "person" VALUES(8,'dommer-1','judge',NULL,'2026-11-24 00:35:47.985592',100,NULL,NULL);
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
INSERT INTO "program_token" VALUES(1,1,'loop','08733ddb215897cea9401f65157f910f476c3654d0ab13b07ef640d0cca6d408',1,'2026-11-24 00:35:44.833972',NULL);
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
	CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_question_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_question_answered_by_person FOREIGN KEY(answered_by) REFERENCES person (id), 
	CONSTRAINT fk_question_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_question_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL)
);
INSERT INTO "question" VALUES(1,1,2,NULL,'Hva nå?','2026-03-02 09:04:20.000000','Slik.',1,'2026-03-02 09:04:40.000000',NULL,'2026-03-02 09:04:40.000000',NULL,NULL);
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
	late BOOLEAN DEFAULT 0 NOT NULL, expected DOUBLE, log_probability DOUBLE, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_rating_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "rating" VALUES(1,1,'adequacy',1,1,1,0,'Fordi.','2026-03-02 09:32:20.000000',20000,'nb','2026-11-24 00:35:46.129803',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(2,1,'fluency',1,1,1,0,'Fordi.','2026-03-02 09:32:20.000000',20000,'nb','2026-11-24 00:35:46.129808',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(3,2,'adequacy',1,1,2,0,'Fordi.','2026-03-02 09:33:00.000000',20000,'nb','2026-11-24 00:35:46.162781',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(4,2,'fluency',1,1,2,0,'Fordi.','2026-03-02 09:33:00.000000',20000,'nb','2026-11-24 00:35:46.162785',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(5,3,'adequacy',1,0,1,0,'Fordi.','2026-03-02 09:33:40.000000',20000,'nb','2026-11-24 00:35:46.230091',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(6,3,'fluency',1,0,1,0,'Fordi.','2026-03-02 09:33:40.000000',20000,'nb','2026-11-24 00:35:46.230098',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(7,3,'adequacy',2,0,NULL,0,NULL,'2026-03-02 09:34:00.000000',NULL,NULL,'2026-11-24 00:35:46.270867',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(8,3,'fluency',2,0,NULL,0,NULL,'2026-03-02 09:34:00.000000',NULL,NULL,'2026-11-24 00:35:46.270872',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(9,3,'adequacy',3,1,2,0,'Fordi.','2026-03-02 09:34:40.000000',40000,'nb','2026-11-24 00:35:46.326031',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(10,3,'fluency',3,1,2,0,'Fordi.','2026-03-02 09:34:40.000000',40000,'nb','2026-11-24 00:35:46.326036',NULL,0,NULL,NULL);
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
	skip_settled_at DATETIME, 
	kind VARCHAR DEFAULT 'regular' NOT NULL, 
	qualification_id INTEGER, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key), 
	CONSTRAINT ck_rating_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_rating_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT fk_rating_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_rating_assignment_kind CHECK (kind IN ('regular', 'training', 'test'))
);
INSERT INTO "rating_assignment" VALUES(1,3,35,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:32:00.000000','2026-11-24 00:35:45.474779',NULL,NULL,NULL,NULL,'regular',NULL);
INSERT INTO "rating_assignment" VALUES(2,3,30,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:32:40.000000','2026-11-24 00:35:46.150402',NULL,NULL,NULL,NULL,'regular',NULL);
INSERT INTO "rating_assignment" VALUES(3,3,33,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:34:00.000000','2026-11-24 00:35:46.191152',NULL,NULL,NULL,NULL,'regular',NULL);
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
	CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY(remark_id) REFERENCES remark (id), 
	CONSTRAINT fk_reason_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_reason_remark_id_response_id_issue_start_end UNIQUE (remark_id, response_id, issue, start, "end"), 
	CONSTRAINT ck_reason_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_reason_range CHECK (0 <= start AND start < "end")
);
INSERT INTO "reason" VALUES(1,1,3,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(2,2,15,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(3,3,8,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(4,4,20,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(5,5,10,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(6,6,3,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(7,7,17,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(8,8,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(9,9,15,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(10,10,8,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(11,11,5,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(12,12,12,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(13,13,1,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(14,14,4,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(15,15,23,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(16,16,14,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(17,17,10,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(18,18,1,'grammar',NULL,NULL);
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
INSERT INTO "remark" VALUES(1,1,NULL,'Her.','2026-03-02 09:07:00.000000');
INSERT INTO "remark" VALUES(2,2,NULL,'Her.','2026-03-02 09:08:00.000000');
INSERT INTO "remark" VALUES(3,3,NULL,'Her.','2026-03-02 09:09:00.000000');
INSERT INTO "remark" VALUES(4,4,NULL,'Her.','2026-03-02 09:10:40.000000');
INSERT INTO "remark" VALUES(5,7,NULL,'Her.','2026-03-02 09:12:40.000000');
INSERT INTO "remark" VALUES(6,8,NULL,'Her.','2026-03-02 09:13:40.000000');
INSERT INTO "remark" VALUES(7,9,NULL,'Her.','2026-03-02 09:14:40.000000');
INSERT INTO "remark" VALUES(8,10,NULL,'Her.','2026-03-02 09:16:00.000000');
INSERT INTO "remark" VALUES(9,11,NULL,'Her.','2026-03-02 09:17:00.000000');
INSERT INTO "remark" VALUES(10,12,NULL,'Her.','2026-03-02 09:18:00.000000');
INSERT INTO "remark" VALUES(11,13,NULL,'Her.','2026-03-02 09:19:40.000000');
INSERT INTO "remark" VALUES(12,16,NULL,'Her.','2026-03-02 09:21:40.000000');
INSERT INTO "remark" VALUES(13,17,NULL,'Her.','2026-03-02 09:22:40.000000');
INSERT INTO "remark" VALUES(14,18,NULL,'Her.','2026-03-02 09:24:00.000000');
INSERT INTO "remark" VALUES(15,19,NULL,'Her.','2026-03-02 09:25:00.000000');
INSERT INTO "remark" VALUES(16,20,NULL,'Her.','2026-03-02 09:26:00.000000');
INSERT INTO "remark" VALUES(17,21,NULL,'Her.','2026-03-02 09:27:40.000000');
INSERT INTO "remark" VALUES(18,24,NULL,'Her.','2026-03-02 09:29:40.000000');
CREATE TABLE response (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	system_id INTEGER, 
	text VARCHAR, 
	meta JSON, 
	withdrawn_at DATETIME, gold JSON, 
	CONSTRAINT pk_response PRIMARY KEY (id), 
	CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_response_system_id_system FOREIGN KEY(system_id) REFERENCES system (id), 
	CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id)
);
INSERT INTO "response" VALUES(1,1,1,1,'Dette er svar 132598cb6387.','null',NULL,NULL);
INSERT INTO "response" VALUES(2,1,1,2,'Dette er svar 2372d3bd995f.','null',NULL,NULL);
INSERT INTO "response" VALUES(3,1,1,3,'Dette er svar 92b27607d001.','null',NULL,NULL);
INSERT INTO "response" VALUES(4,1,2,1,'Dette er svar 2fd2c1bbbfad.','null',NULL,NULL);
INSERT INTO "response" VALUES(5,1,2,2,'Dette er svar f8347c095598.','null',NULL,NULL);
INSERT INTO "response" VALUES(6,1,2,3,'Dette er svar 9098e92e220a.','null',NULL,NULL);
INSERT INTO "response" VALUES(7,1,3,1,'Dette er svar 33dc7d9656ba.','null',NULL,NULL);
INSERT INTO "response" VALUES(8,1,3,2,'Dette er svar 68754bf24ff4.','null',NULL,NULL);
INSERT INTO "response" VALUES(9,1,3,3,'Dette er svar 6b66737100fe.','null',NULL,NULL);
INSERT INTO "response" VALUES(10,1,4,1,'Dette er svar d2b20af82786.','null',NULL,NULL);
INSERT INTO "response" VALUES(11,1,4,2,'Dette er svar 6a465759ea66.','null',NULL,NULL);
INSERT INTO "response" VALUES(12,1,4,3,'Dette er svar 5e7085fba481.','null',NULL,NULL);
INSERT INTO "response" VALUES(13,1,5,1,'Dette er svar a49a93211cea.','null',NULL,NULL);
INSERT INTO "response" VALUES(14,1,5,2,'Dette er svar 754cc3e0f65c.','null',NULL,NULL);
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null','2026-03-02 09:31:00.000000',NULL);
INSERT INTO "response" VALUES(16,1,6,NULL,'Teksten 0 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(17,1,6,NULL,'Teksten 0 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(18,1,7,NULL,'Teksten 1 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(19,1,7,NULL,'Teksten 1 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(20,1,8,NULL,'Teksten 2 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(21,1,8,NULL,'Teksten 2 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(22,1,9,NULL,'Teksten 3 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(23,1,9,NULL,'Teksten 3 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(24,2,10,7,'Havet er blått.','null',NULL,NULL);
INSERT INTO "response" VALUES(25,2,10,8,'Havet er stort.','null',NULL,NULL);
INSERT INTO "response" VALUES(26,2,10,9,'Sjøen er djup.','null',NULL,NULL);
INSERT INTO "response" VALUES(27,2,11,7,'Fjellet er høgt.','null',NULL,NULL);
INSERT INTO "response" VALUES(28,2,11,9,'Berget er grått.','null',NULL,NULL);
INSERT INTO "response" VALUES(29,2,11,8,'Fjellet er bratt.','null',NULL,NULL);
INSERT INTO "response" VALUES(30,3,12,10,'Dette er svar 132598cb6387.','null',NULL,NULL);
INSERT INTO "response" VALUES(31,3,12,11,'Dette er svar 2372d3bd995f.','null',NULL,NULL);
INSERT INTO "response" VALUES(32,3,12,12,'Dette er svar 92b27607d001.','null',NULL,NULL);
INSERT INTO "response" VALUES(33,3,13,10,'Dette er svar 2fd2c1bbbfad.','null',NULL,NULL);
INSERT INTO "response" VALUES(34,3,13,11,'Dette er svar f8347c095598.','null',NULL,NULL);
INSERT INTO "response" VALUES(35,3,13,12,'Dette er svar 9098e92e220a.','null',NULL,NULL);
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
INSERT INTO "sign_in" VALUES(1,'a47dd725be57c3aabc53c5472b6a39fa920c3227364acbbb2f61381fd7a56a2e',1,1,'2026-03-02 09:00:40.000000',NULL);
INSERT INTO "sign_in" VALUES(2,'597388ae7dde6e60d62564fabcc81ad6db0507cfe32c4c398489129f11ef0ff1',2,2,'2026-03-02 09:01:20.000000',NULL);
INSERT INTO "sign_in" VALUES(3,'9b208ae607947f64b2151bee20913cecfc01815ba728e93de5eff0247996eadd',3,3,'2026-03-02 09:02:00.000000',NULL);
INSERT INTO "sign_in" VALUES(4,'53c53df91d63b4d4ded6fcda5f1c97f33fa22363151fdc6efdcc0f5fa2740d5f',4,4,'2026-03-02 09:02:40.000000',NULL);
INSERT INTO "sign_in" VALUES(5,'89d1c6193da06f57ff0d6031fde6ca38f4bcb1a702cadaa71cb4801787529e38',7,5,'2026-03-02 09:31:40.000000',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, family VARCHAR, checkpoint DOUBLE, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(2,1,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(3,1,'charlie-modell',NULL,NULL);
INSERT INTO "system" VALUES(4,2,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(5,2,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(6,2,'charlie-modell',NULL,NULL);
INSERT INTO "system" VALUES(7,2,'alfa',NULL,NULL);
INSERT INTO "system" VALUES(8,2,'bravo',NULL,NULL);
INSERT INTO "system" VALUES(9,2,'charlie',NULL,NULL);
INSERT INTO "system" VALUES(10,3,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(11,3,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(12,3,'charlie-modell',NULL,NULL);
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
CREATE INDEX ix_question_person ON question (campaign_id, person_id);
CREATE INDEX ix_desk_action_person ON desk_action (campaign_id, person_id, id);
CREATE UNIQUE INDEX uq_rating_mark_placeless ON rating_mark (rating_assignment_id, revision, issue) WHERE start IS NULL;
CREATE INDEX ix_judgment_unranked ON judgment (campaign_id, person_id) WHERE NOT ranked;
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_late ON judgment (campaign_id, person_id) WHERE late;
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_reason_response_id ON reason (response_id);
CREATE UNIQUE INDEX uq_reason_placeless ON reason (remark_id, response_id, issue) WHERE start IS NULL;
CREATE UNIQUE INDEX uq_job_key ON job ("key") WHERE NOT (state IN ('done', 'failed', 'stopped'));
CREATE INDEX ix_job_due ON job (state, due_at);
CREATE INDEX ix_job_campaign_id ON job (campaign_id);
CREATE INDEX ix_mail_address_folded ON mail_address (folded);
CREATE INDEX ix_mail_campaign ON mail (campaign_id, id);
CREATE INDEX ix_mail_person ON mail (person_id, id);
CREATE INDEX ix_link_offer_person_id ON link_offer (person_id);
CREATE INDEX ix_link_offer_mail_id ON link_offer (mail_id);
CREATE UNIQUE INDEX uq_pause_live ON pause (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_loaded_file_campaign_id ON loaded_file (campaign_id);
CREATE INDEX ix_comparison_second_response_id ON comparison (second_response_id);
CREATE INDEX ix_judgment_comparison_id ON judgment (comparison_id);
CREATE INDEX ix_judgment_prompt_id ON judgment (prompt_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
COMMIT;
